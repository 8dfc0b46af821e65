import { Link, type LinkProps } from '@tanstack/react-router'
import { ApiError, hasCode } from '#core/api-error.ts'
import { Alert } from '#ui/alert.tsx'

interface LinkFailureProps {
  /** Null: nothing failed, nothing shows. */
  error: Error | null
  /** What did not happen. */
  title: string
  /** Where a new link can be had; without it somebody else has to send one. */
  again?: LinkProps['to'] | undefined
}

/** Why the form behind a mailed link came to nothing; a link that died meanwhile can be had anew from here. */
export function LinkFailure({ error, title, again }: LinkFailureProps) {
  if (error === null) return null
  const isDead = hasCode(error, 'signature-invalid') && again !== undefined
  return (
    <Alert variant="destructive" isLive title={title}>
      {error instanceof ApiError ? error.message : 'Try again.'}
      {isDead && (
        <Link to={again} className="link mt-2 block w-fit font-medium">
          Ask for a new link
        </Link>
      )}
    </Alert>
  )
}
