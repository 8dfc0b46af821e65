import { Link } from '@tanstack/react-router'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { failureMessage } from './failure-messages.ts'
import { useIdentityAuth, useIdentityError } from './identity-stores.ts'

export function IdentityFailure() {
  const { errorCode, tenant } = useIdentityError()
  const reason = useIdentityAuth((state) => state.oidcError)
  const isHere = tenant === null || tenant === location.hostname
  return (
    <>
      <h1 tabIndex={-1} className="text-33 font-semibold">
        Something went wrong
      </h1>
      <p className="mt-3 text-16 text-subtle-foreground">
        Please try again later. If the problem persists, please contact support.
      </p>
      {reason !== null && (
        <Alert variant="destructive" className="mt-6">
          <span className="wrap-anywhere">{failureMessage(reason)}</span>
          {errorCode !== null && (
            <span className="mt-1 block text-13 wrap-anywhere">Code: {errorCode}</span>
          )}
        </Alert>
      )}
      <Button asChild size="lg" className="mt-7 w-full">
        {isHere ? (
          <Link to="/login">Back to login</Link>
        ) : (
          <a href={loginAt(tenant)}>Back to login</a>
        )}
      </Button>
    </>
  )
}

function loginAt(host: string) {
  return `${location.protocol}//${host}${location.port && `:${location.port}`}/login`
}
