import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api } from '#core/api.ts'
import { PasswordSection } from '#features/settings/password-section.tsx'
import { Sessions } from '#features/settings/sessions.tsx'
import { TwoStep } from '#features/settings/two-step.tsx'

const SignInWays = lazy(() =>
  import('#features/settings/sign-in-ways.tsx').then((module) => ({ default: module.SignInWays })),
)

export const Route = createFileRoute('/_private/admin/account/security')({
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
  return (
    <>
      <PasswordSection />
      <TwoStep />
      <Suspense>
        <SignInWays />
      </Suspense>
      <Sessions />
    </>
  )
}
