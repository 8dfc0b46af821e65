import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { lenient, someText } from '#core/lenient.ts'
import { silentSignIn } from '#features/oidc/identity-flows.ts'
import { IdentityFailure } from '#features/oidc/identity-failure.tsx'
import { useIdentityAuth } from '#features/oidc/identity-stores.ts'
import { useSignedIn } from '#features/oidc/use-signed-in.ts'
import { LoggingIn } from '#features/sso/logging-in.tsx'

/** Signs in without interaction if the provider has a session, else redirects to the sign-in page. */
export const Route = createFileRoute('/_providers/auth/sso/silent-signin')({
  validateSearch: lenient({ redirect: someText }),
  head: () => ({ meta: [{ title: 'Logging in' }] }),
  component: SilentSignInPage,
})

function SilentSignInPage() {
  const queryClient = useQueryClient()
  const navigate = Route.useNavigate()
  const { redirect } = Route.useSearch()
  const goOn = useSignedIn()
  const hasStarted = useRef(false)
  const hasFailed = useIdentityAuth((state) => state.oidcError !== null)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void signInSilently()
  })
  return hasFailed ? <IdentityFailure /> : <LoggingIn />

  async function signInSilently() {
    const next = await silentSignIn(queryClient)
    if (next !== null) await goOn('backTo' in next ? next : { ...next, redirect })
    else if (useIdentityAuth.getState().oidcError === null)
      await navigate({ to: '/login', search: redirect ? { redirect } : {}, replace: true })
  }
}
