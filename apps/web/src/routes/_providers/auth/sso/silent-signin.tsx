import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lenient, someText } from '#core/lenient.ts'
import { silentSignIn } from '#features/identity/oidc/identity-flows.ts'
import { ProviderStep } from '#features/identity/oidc/provider-step.tsx'
import { useIdentityAuth } from '#features/identity/oidc/identity-stores.ts'
import { useSignedIn } from '#features/identity/oidc/use-signed-in.ts'

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
  return <ProviderStep run={signInSilently} />

  async function signInSilently() {
    const next = await silentSignIn(queryClient)
    if (next !== null) await goOn('backTo' in next ? next : { ...next, redirect })
    else if (useIdentityAuth.getState().oidcError === null)
      await navigate({ to: '/login', search: redirect ? { redirect } : {}, replace: true })
  }
}
