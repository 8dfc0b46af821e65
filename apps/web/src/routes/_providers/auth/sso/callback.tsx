import { createFileRoute } from '@tanstack/react-router'
import { lenient, oneOf } from '#core/lenient.ts'
import { SSO_FAILURES } from 'contract/sso-failures'
import { SSO_MESSAGES } from '#features/sso/failure-messages.ts'
import { SignInFailed } from '#features/sso/sign-in-failed.tsx'

export const Route = createFileRoute('/_providers/auth/sso/callback')({
  validateSearch: lenient({ reason: oneOf(SSO_FAILURES) }),
  head: () => ({ meta: [{ title: 'Something went wrong' }] }),
  component: SsoFailurePage,
})

function SsoFailurePage() {
  const { reason } = Route.useSearch()
  return <SignInFailed reason={reason && SSO_MESSAGES[reason]} />
}
