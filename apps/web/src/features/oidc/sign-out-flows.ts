import type { QueryClient } from '@tanstack/react-query'
import { hasSession, logout } from '#core/session.ts'
import { identityFailed, identityLoggedOut, setAuthenticating } from './identity-stores.ts'
import { forgetIdentity, openIdentity } from './open-identity.ts'

/** Our own session is over already; ends the provider's, too, which leads away from this page. */
export async function signOutOfIdentity(queryClient: QueryClient): Promise<void> {
  setAuthenticating()
  try {
    const client = await openIdentity(queryClient)
    await client.signoutRedirect()
  } catch (error) {
    await forgetIdentity()
    identityFailed(error, 'Failed to sign out', location.hostname)
  }
}

/** Where the provider leads back to after a sign-out: clears everything, whatever it says. */
export async function completeSignOut(queryClient: QueryClient): Promise<void> {
  try {
    const client = await openIdentity(queryClient)
    await client.signoutCallback()
  } catch {
    // There is nothing that anybody could do about it.
  }
  await forgetIdentity()
  if (hasSession()) await logout()
  identityLoggedOut()
}
