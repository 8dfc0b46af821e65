import type { QueryClient } from '@tanstack/react-query'
import { hasSession, logout } from '#core/session.ts'
import { identityFailed, identityLoggedOut, setAuthenticating } from './identity-stores.ts'
import { forgetIdentity, openIdentity } from './open-identity.ts'

/** Ends the provider's session after our own, which redirects to the provider. */
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

/** Handles the provider's redirect after sign-out: clears everything, even on error. */
export async function completeSignOut(queryClient: QueryClient): Promise<void> {
  try {
    const client = await openIdentity(queryClient)
    await client.signoutCallback()
  } catch {
    // Local data is cleared below.
  }
  await forgetIdentity()
  if (hasSession()) await logout()
  identityLoggedOut()
}
