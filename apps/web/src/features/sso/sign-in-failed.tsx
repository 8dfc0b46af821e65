import { Link } from '@tanstack/react-router'
import type { SsoFailureReason } from 'contract/sso'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

/** What happened, and who can do something about it. */
const WORDS: Record<SsoFailureReason, string> = {
  'unknown-domain': 'Single sign-on is not set up for this address.',
  unavailable: 'Your organisation’s sign-in service did not answer.',
  cancelled: 'The sign-in was cancelled at your organisation’s sign-in service.',
  rejected: 'The answer of your organisation’s sign-in service could not be verified.',
  expired:
    'This sign-in took too long, was used already, or began in another browser. Start again.',
  'no-account': 'There is no account for you here. Ask your administrator for one.',
  inactive: 'Your account is deactivated. Ask your administrator.',
  'linked-elsewhere': 'Your account is linked to another identity. Ask your administrator.',
  'too-many': 'There were too many sign-ins from your network. Wait a few minutes.',
  failed: 'It has been recorded.',
}

export const SSO_FAILURES = Object.keys(WORDS) as SsoFailureReason[]

/** The error screen of the specification, section 2, and why. */
export function SignInFailed({ reason }: { reason?: SsoFailureReason | undefined }) {
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
          {WORDS[reason]}
        </Alert>
      )}
      <Button asChild size="lg" className="mt-7 w-full">
        <Link to="/login">Back to login</Link>
      </Button>
    </>
  )
}
