import { Link } from '@tanstack/react-router'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

interface SignInFailedProps {
  reason: string | null | undefined
  code?: string | null
  /** The host with the sign-in page, if it isn't this one. */
  otherHost?: string | null
}

export function SignInFailed({ reason, code, otherHost }: SignInFailedProps) {
  return (
    <>
      <h1 tabIndex={-1} className="text-33 font-semibold">
        Something went wrong
      </h1>
      <p className="mt-3 text-16 text-balance text-subtle-foreground">
        Please try again later. If the problem persists, please contact support.
      </p>
      {reason && (
        <Alert variant="destructive" className="mt-6">
          <span className="wrap-anywhere">{reason}</span>
          {code && <span className="mt-1 block text-13 wrap-anywhere">Code: {code}</span>}
        </Alert>
      )}
      <Button asChild size="lg" className="mt-7 w-full">
        {otherHost ? (
          <a
            href={`${location.protocol}//${otherHost}${location.port && `:${location.port}`}/login`}
          >
            Back to login
          </a>
        ) : (
          <Link to="/login">Back to login</Link>
        )}
      </Button>
    </>
  )
}
