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
