import type { QueryClient } from '@tanstack/react-query'
import { identityKeys } from './has-identity.ts'
import type { IdentityClient } from './identity-client.ts'
import { oidcSettingsQuery } from './oidc-settings.ts'

let opened: Promise<IdentityClient> | undefined

/** The page's only client; loads the library. */
export function openIdentity(queryClient: QueryClient): Promise<IdentityClient> {
  opened ??= open(queryClient)
  // Allow another attempt, for example after being offline.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

async function open(queryClient: QueryClient) {
  const { provider } = await queryClient.ensureQueryData(oidcSettingsQuery)
  if (provider === null) throw new Error('Failed to initialize OIDC auth')
  const { IdentityClient } = await import('./identity-client.ts')
  return new IdentityClient(provider)
}

export async function forgetIdentity() {
  const client = await opened?.catch(() => undefined)
  await client?.removeUser()
  for (const key of identityKeys()) sessionStorage.removeItem(key)
}
