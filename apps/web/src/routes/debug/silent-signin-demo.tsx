import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DebugPage, type DebugAction } from '#features/identity/oidc/debug-page.tsx'
import { type SignedIn, silentSignIn } from '#features/identity/oidc/identity-flows.ts'
import { openIdentity } from '#features/identity/oidc/open-identity.ts'
import { requireDebugPages } from '#features/identity/oidc/require-debug-pages.ts'
import { useSignedIn } from '#features/identity/oidc/use-signed-in.ts'
import { SiteFrame } from '#features/frames/site-frame.tsx'

export const Route = createFileRoute('/debug/silent-signin-demo')({
  beforeLoad: requireDebugPages,
  head: () => ({ meta: [{ title: 'Silent sign-in demo' }] }),
  component: SilentSignInDemoPage,
})

// Seconds, long enough to see the expiring event.
const SOON = 4

function SilentSignInDemoPage() {
  const queryClient = useQueryClient()
  const goOn = useSignedIn()
  const actions: DebugAction[] = [
    ['Sign in silently', () => stay(silentSignIn(queryClient))],
    [
      'Sign in silently in a frame',
      () => stay(silentSignIn(queryClient, { forceIframeAuth: true })),
    ],
    ['Check the session', checkSession],
    ['Make the token expire soon', () => expireIn(SOON)],
    ['Make the token expire now', () => expireIn(0)],
    ['Renew three times in parallel', renewInParallel],
  ]
  return (
    <SiteFrame>
      <DebugPage title="Silent sign-in demo" actions={actions}>
        Test silent renewal with a refresh token, or in a hidden frame if the provider is on the
        same site.
      </DebugPage>
    </SiteFrame>
  )

  async function stay(flow: Promise<SignedIn | null>) {
    const next = await flow
    if (next === null) return 'No one was signed in.'
    await goOn('backTo' in next ? next : { ...next, redirect: '/debug/silent-signin-demo' })
    return 'Signed in silently.'
  }

  async function checkSession() {
    const status = await (await openIdentity(queryClient)).querySessionStatus()
    // The library reports a status without a subject if there is no session.
    return status !== null && status.sub === undefined
      ? 'The provider has no session for this browser.'
      : 'The provider has a session for this browser.'
  }

  async function expireIn(seconds: number) {
    const client = await openIdentity(queryClient)
    const user = await client.getUser()
    if (user === null) return 'There is no token.'
    user.expires_in = seconds
    await client.storeUser(user)
    await client.events.load(user)
    return undefined
  }

  async function renewInParallel() {
    const client = await openIdentity(queryClient)
    const users = await Promise.all([1, 2, 3].map(() => client.signinSilent()))
    return new Set(users.map((user) => user?.access_token)).size === 1
      ? 'The three calls shared one renewal.'
      : 'There was more than one renewal.'
  }
}
