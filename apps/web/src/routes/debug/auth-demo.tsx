import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { logout } from '#core/session.ts'
import { DebugPage, type DebugAction } from '#features/identity/oidc/debug-page.tsx'
import {
  initIdentity,
  signIn,
  signInByPopup,
  silentSignIn,
} from '#features/identity/oidc/identity-flows.ts'
import { openIdentity } from '#features/identity/oidc/open-identity.ts'
import { requireDebugPages } from '#features/identity/oidc/require-debug-pages.ts'
import { signOutOfIdentity } from '#features/identity/oidc/sign-out-flows.ts'
import { useSignedIn } from '#features/identity/oidc/use-signed-in.ts'
import { SiteFrame } from '#features/frames/site-frame.tsx'

export const Route = createFileRoute('/debug/auth-demo')({
  beforeLoad: requireDebugPages,
  head: () => ({ meta: [{ title: 'Sign-in demo' }] }),
  component: AuthDemoPage,
})

function AuthDemoPage() {
  const queryClient = useQueryClient()
  const goOn = useSignedIn()
  const actions: DebugAction[] = [
    ['Initialise', () => initIdentity(queryClient)],
    ['Sign in', () => signIn(queryClient, { redirect: '/debug/auth-demo' })],
    ['Sign in with a pop-up', () => stay(signInByPopup(queryClient))],
    ['Sign in silently', () => stay(silentSignIn(queryClient))],
    ['Renew', renew],
    ['Fetch the access token', fetchToken],
    ['Sign out', leave],
  ]
  return (
    <SiteFrame>
      <DebugPage title="Sign-in demo" actions={actions}>
        Test each Salesforce sign-in flow and see its state and events. This page uses only data in
        this browser.
      </DebugPage>
    </SiteFrame>
  )

  async function stay(flow: ReturnType<typeof signInByPopup>) {
    const next = await flow
    if (next === null) return
    await goOn('backTo' in next ? next : { ...next, redirect: '/debug/auth-demo' })
  }

  async function renew() {
    await (await openIdentity(queryClient)).signinSilent()
  }

  async function fetchToken() {
    const token = await (await openIdentity(queryClient)).freshAccessToken()
    return token === null ? 'There is no access token.' : 'There is a valid access token.'
  }

  async function leave() {
    await logout()
    await signOutOfIdentity(queryClient)
  }
}
