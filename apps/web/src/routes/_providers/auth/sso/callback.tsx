import { createFileRoute } from '@tanstack/react-router'
import { lenient, someText } from '#core/lenient.ts'
import { ssoMessage } from '#features/identity/sign-in/sso-failures.ts'
import { SignInFailed } from '#features/identity/sign-in/sign-in-failed.tsx'

export const Route = createFileRoute('/_providers/auth/sso/callback')({
  validateSearch: lenient({ reason: someText }),
  head: () => ({ meta: [{ title: 'Something went wrong' }] }),
  component: SsoFailurePage,
})

function SsoFailurePage() {
  const { reason } = Route.useSearch()
  return <SignInFailed reason={ssoMessage(reason)} />
}
