import type { ConnectionBody } from 'contract/connections'
import { refuseInsecure, refusePrivate } from '#adapters/outgoing.ts'
import { PrivateAddressError } from '#adapters/private-address-error.ts'
import type { App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { encrypt } from '#core/encrypt.ts'
import { type RecordedRequest, recordEvent } from '#support/audit.queries.ts'
import { nextId } from '#support/tenants.queries.ts'
import { type SsoConnection, insertConnection } from './connections.queries.ts'
import { callbackPath, secretAad } from './settings-of.ts'

type Secrets = readonly [string, ...string[]]
type NewConnection = ConnectionBody & { people_tenant_id?: number | null }

/** Connects an email domain to an identity provider. Answers the id, or undefined when the domain has a connection. */
export async function connect(
  db: Db,
  scope: Scope,
  secrets: Secrets,
  { required_contexts = [], people_tenant_id = null, ...connection }: NewConnection,
  by: { actor?: { id: number }; request?: RecordedRequest } = {},
): Promise<number | undefined> {
  const id = await nextId(db)
  const common = { id, required_contexts, people_tenant_id }
  const row =
    connection.kind === 'saml'
      ? { ...connection, ...common }
      : {
          ...connection,
          ...common,
          client_secret: encryptedSecret(secrets, scope, id, connection.client_secret) ?? null,
        }
  if (!(await insertConnection(db, scope, row))) return undefined
  await recordEvent(db, { ...by, scope }, 'sso.created', {
    subject: `connection ${id}`,
    details: { domain: row.domain, kind: row.kind, issuer: row.issuer },
  })
  return id
}

export function encryptedSecret(
  secrets: Secrets,
  { tenantId }: Scope,
  id: number,
  secret: string | undefined,
): Buffer | undefined {
  return secret === undefined ? undefined : encrypt(secrets, secretAad(tenantId, id), secret)
}

type Rules = { isStrict: boolean; trusted: readonly string[] }

/** Of an address that the server calls. */
export function issuerFault(address: string | undefined, { isStrict, trusted }: Rules) {
  if (address === undefined || !isStrict) return undefined
  return faultOf(() => refusePrivate(address, trusted))
}

/** Salesforce vouches for its accounts itself, in every organisation. */
export function salesforceFault(issuer: string | undefined, { env }: Pick<App, 'env'>) {
  const { SALESFORCE_ISSUER: salesforce } = env
  if (issuer === undefined || salesforce === undefined) return undefined
  const isSame = comparable(issuer) === comparable(salesforce)
  return isSame
    ? 'Users already sign in with this provider as Salesforce. Enter another provider.'
    : undefined
}

/** As a browser reads an address, without what says nothing about where it leads. */
function comparable(issuer: string): string {
  const { origin, pathname } = URL.canParse(issuer)
    ? new URL(issuer)
    : { origin: issuer, pathname: '' }
  return (origin + pathname).toLowerCase().replace(/\/+$/, '')
}

/** Of an address that browsers open, which can be on a private network. */
export function entryPointFault(address: string | undefined, { isStrict }: Rules) {
  if (address === undefined || !isStrict) return undefined
  return faultOf(() => refuseInsecure(address))
}

function faultOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof PrivateAddressError
      ? 'This address is on a private network. Ask the operator of this service to add the network to TRUSTED_PROVIDER_NETWORKS.'
      : 'Enter an address that starts with https:// and has no user name or password'
  }
}

/** What the provider's administrator has to enter. */
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
