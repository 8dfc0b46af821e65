import type { SsoConnection } from './connections.queries.ts'
import { callbackPath } from './settings-of.ts'

/** What the provider's own administrator has to enter. */
export function registration(
  connection: Pick<SsoConnection, 'kind' | 'domain' | 'has_own_address'>,
  origin: string,
): { label: string; value: string }[] {
  const { kind, domain } = connection
  if (kind === 'oidc')
    return [{ label: 'Redirect address', value: `${origin}${callbackPath(connection)}` }]
  return [
    { label: 'Entity ID (also the audience)', value: `${origin}/auth/sso/${domain}` },
    { label: 'Assertion consumer service', value: `${origin}/api/auth/sso/acs` },
  ]
}
