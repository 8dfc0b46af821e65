import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, someText } from '#core/lenient.ts'
import { LinkOutcome } from '#features/identity/account/link-outcome.tsx'
import { PasswordSection } from '#features/identity/account/password-section.tsx'
import { Sessions } from '#features/identity/account/sessions.tsx'

const SignInMethods = lazyPart(
  () => import('#features/identity/account/sign-in-methods.tsx'),
  'SignInMethods',
)
const TwoStep = lazyPart(() => import('#features/identity/account/two-step.tsx'), 'TwoStep')

export const Route = createFileRoute('/_private/admin/account/security')({
  validateSearch: lenient({ link: someText }),
  head: () => ({ meta: [{ title: 'Security' }] }),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(api.auth.sessions.query()),
      queryClient.ensureQueryData(api.mfa.status.query()),
      queryClient.ensureQueryData(api.identities.list.query()),
    ]),
  component: SecurityPage,
})

function SecurityPage() {
  const { link } = Route.useSearch()
  return (
    <>
      {link && <LinkOutcome outcome={link} />}
      <PasswordSection />
      <Suspense fallback={<div className="h-48" />}>
        <TwoStep />
      </Suspense>
      <Suspense fallback={<div className="h-64" />}>
        <SignInMethods />
      </Suspense>
      <Sessions />
    </>
  )
}
