import { plural } from 'rules/plural'
import type { FieldErrors } from 'react-hook-form'
import { ApiError } from '#core/api-error.ts'
import { Alert } from '#ui/alert.tsx'

interface FailureAlertProps {
  error: unknown
  title: string
  className?: string | undefined
}

export function FailureAlert({ error, title, className }: FailureAlertProps) {
  if (error === null || error === undefined) return null
  return (
    <Alert variant="destructive" isLive title={title} className={className}>
      {error instanceof ApiError ? error.message : 'Try again.'}
    </Alert>
  )
}

export function ErrorCount({ errors, isShown }: { errors: FieldErrors; isShown: boolean }) {
  const count = Object.keys(errors).filter((name) => name !== 'root').length
  return (
    <output className="block text-15 text-destructive-ink">
      {isShown &&
        count > 0 &&
        plural(count, { one: '# field needs attention', other: '# fields need attention' })}
    </output>
  )
}
