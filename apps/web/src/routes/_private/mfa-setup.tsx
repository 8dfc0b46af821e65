import { createFileRoute, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, someText } from '#core/lenient.ts'
import { SetUpMfa } from '#features/identity/mfa/set-up-mfa.tsx'
import { useTenant } from '#core/tenant.ts'
import { useGoToTarget } from '#support/use-go-on.ts'
import { homeOf } from '#core/user.ts'
import { AuthFrame } from '#features/frames/auth-frame.tsx'

const SignOutInstead = lazyPart(
  () => import('#features/identity/mfa/sign-out-instead.tsx'),
  'SignOutInstead',
)

const readSearch = lenient({ redirect: someText })

export const Route = createFileRoute('/_private/mfa-setup')({
  validateSearch: readSearch,
  beforeLoad: ({ context: { user } }) => {
    if (!user.tc_accepted) throw redirect({ to: '/terms-of-use' })
    if (!user.mfa_setup_required) throw redirect({ to: homeOf(user) })
  },
  head: () => ({ meta: [{ title: 'Set up two-step verification' }] }),
  component: MfaSetupPage,
})

function MfaSetupPage() {
  const { name } = useTenant()
  const { redirect: target } = Route.useSearch()
  const goToTarget = useGoToTarget()
  return (
    <AuthFrame>
      <h1 tabIndex={-1} className="text-33 font-semibold">
        Set up two-step verification
      </h1>
      <p className="mt-3 mb-7 text-subtle-foreground">
        {`${name} requires a code from an app on your phone when you sign in with your password. Set-up takes about 2 minutes.`}
      </p>
      <SetUpMfa doneLabel="I have saved the codes" onDone={() => goToTarget(target)} />
      <Suspense>
        <SignOutInstead />
      </Suspense>
    </AuthFrame>
  )
}
