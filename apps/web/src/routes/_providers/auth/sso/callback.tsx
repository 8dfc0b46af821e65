import { createFileRoute } from '@tanstack/react-router'
import { lenient, oneOf } from '#core/lenient.ts'
import { SSO_FAILURES } from '#features/sso/failure-words.ts'
import { SignInFailed } from '#features/sso/sign-in-failed.tsx'

/** Where the server sends whoever it cannot sign in. */
export const Route = createFileRoute('/_providers/auth/sso/callback')({
  validateSearch: lenient({ reason: oneOf(SSO_FAILURES) }),
  head: () => ({ meta: [{ title: 'Something went wrong' }] }),
  component: SsoFailurePage,
})

function SsoFailurePage() {
  const { reason } = Route.useSearch()
  return <SignInFailed reason={reason} />
}
