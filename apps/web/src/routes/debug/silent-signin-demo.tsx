import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DebugPage, type DebugAction } from '#features/oidc/debug-page.tsx'
import { type SignedIn, silentSignIn } from '#features/oidc/identity-flows.ts'
import { openIdentity } from '#features/oidc/open-identity.ts'
import { requireDebugPages } from '#features/oidc/require-debug-pages.ts'
import { useSignedIn } from '#features/oidc/use-signed-in.ts'

export const Route = createFileRoute('/debug/silent-signin-demo')({
  beforeLoad: requireDebugPages,
  head: () => ({ meta: [{ title: 'Silent sign-in demo' }] }),
  component: SilentSignInDemoPage,
})

// Long enough to see the notice before the end, whatever the notice is.
const SOON = 4

function SilentSignInDemoPage() {
  const queryClient = useQueryClient()
  const goOn = useSignedIn()
  const actions: DebugAction[] = [
    ['Sign in silently', () => stay(silentSignIn(queryClient))],
    [
      'Sign in silently by a frame',
      () => stay(silentSignIn(queryClient, { forceIframeAuth: true })),
    ],
    ['Ask for the session', askForSession],
    ['Let the token expire soon', () => expireIn(SOON)],
    ['Let the token expire now', () => expireIn(0)],
    ['Three renewals at once', renewThrice],
  ]
  return (
    <DebugPage title="Silent sign-in demo" actions={actions}>
      Renewal without a word: by the refresh token, or in a hidden frame if the provider is on the
      same site.
    </DebugPage>
  )

  async function stay(flow: Promise<SignedIn | null>) {
    const next = await flow
    if (next === null) return 'Nobody was signed in.'
    await goOn('backTo' in next ? next : { ...next, redirect: '/debug/silent-signin-demo' })
    return 'Signed in silently.'
  }

  async function askForSession() {
    const status = await (await openIdentity(queryClient)).querySessionStatus()
    // Without a session state the library tells no subject either: only of strangers it says that there is none.
    return status !== null && status.sub === undefined
      ? 'The provider does not know this browser.'
      : 'The provider knows this browser.'
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

  async function renewThrice() {
    const client = await openIdentity(queryClient)
    const users = await Promise.all([1, 2, 3].map(() => client.signinSilent()))
    return new Set(users.map((user) => user?.access_token)).size === 1
      ? 'One renewal served all three.'
      : 'There was more than one renewal.'
  }
}
