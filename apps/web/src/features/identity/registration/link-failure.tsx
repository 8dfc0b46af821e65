import { Link, type LinkProps } from '@tanstack/react-router'
import { ApiError, hasCode } from '#core/api-error.ts'
import { Alert } from '#ui/alert.tsx'

interface LinkFailureProps {
  error: Error | null
  title: string
  again?: LinkProps['to'] | undefined
}

export function LinkFailure({ error, title, again }: LinkFailureProps) {
  if (error === null) return null
  const isInvalid = hasCode(error, 'signature-invalid') && again !== undefined
  return (
    <Alert variant="destructive" isLive title={title}>
      {error instanceof ApiError ? error.message : 'Try again.'}
      {isInvalid && (
        <Link to={again} className="link mt-2 block w-fit font-medium">
          Request a new link
        </Link>
      )}
    </Alert>
  )
}
