import { createFileRoute, Link } from '@tanstack/react-router'
import { lenient, oneOf } from '#core/lenient.ts'
import { SSO_FAILURES, SSO_MESSAGES } from '#features/sso/failure-messages.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

export const Route = createFileRoute('/_providers/auth/sso/callback')({
  validateSearch: lenient({ reason: oneOf(SSO_FAILURES) }),
  head: () => ({ meta: [{ title: 'Something went wrong' }] }),
  component: SsoFailurePage,
})

/** The error screen of the specification, section 2, with the reason. */
function SsoFailurePage() {
  const { reason } = Route.useSearch()
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
          {SSO_MESSAGES[reason]}
        </Alert>
      )}
      <Button asChild size="lg" className="mt-7 w-full">
        <Link to="/login">Back to login</Link>
      </Button>
    </>
  )
}
