import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'

interface NotSignedInProps {
  error: Error | null
  isPending: boolean
  onRetry: () => void
}

/** In place of the form, which would create the account again. */
export function NotSignedIn({ error, isPending, onRetry }: NotSignedInProps) {
  const retry = useRef<HTMLButtonElement>(null)
  useEffect(() => retry.current?.focus(), [])
  return (
    <div className="mt-6 space-y-6">
      <FailureAlert error={error} title="Your account was created, but we could not sign you in." />
      <Button ref={retry} size="lg" className="w-full" isLoading={isPending} onClick={onRetry}>
        {isPending ? 'Signing in' : 'Try signing in again'}
      </Button>
      <Button asChild variant="outline" size="lg" className="w-full">
        <Link to="/login">Go to sign in</Link>
      </Button>
    </div>
  )
}
