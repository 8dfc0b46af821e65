import type { ConnectionBody } from 'contract/connections'
import { refusePrivate } from '#adapters/outgoing.ts'
import type { Scope } from '#core/context.ts'
import { encrypt } from '#core/encrypt.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { nextId } from '#support/tenants.queries.ts'
import { insertConnection } from './connections.queries.ts'
import { secretPlace } from './settings-of.ts'

type Secrets = readonly [string, ...string[]]
type Wish = ConnectionBody & { people_tenant_id?: number | null }

/** Connects an e-mail domain to its identity provider; answers the id, or nothing when the domain has one already. */
export async function connect(
  db: Db,
  scope: Scope,
  secrets: Secrets,
  { required_contexts = [], people_tenant_id = null, ...wish }: Wish,
  by: { actor?: { id: number }; request?: { id: string } } = {},
): Promise<number | undefined> {
  const id = await nextId(db)
  const common = { id, required_contexts, people_tenant_id }
  const row =
    wish.kind === 'saml'
      ? { ...wish, ...common }
      : {
          ...wish,
          ...common,
          client_secret: sealedSecret(secrets, scope, id, wish.client_secret) ?? null,
        }
  if (!(await insertConnection(db, scope, row))) return undefined
  await recordEvent(db, { ...by, scope }, 'sso.created', {
    subject: `connection ${id}`,
    details: { domain: row.domain, kind: row.kind, issuer: row.issuer },
  })
  return id
}

export function sealedSecret(
  secrets: Secrets,
  { tenantId }: Scope,
  id: number,
  secret: string | undefined,
): Buffer | undefined {
  return secret === undefined ? undefined : encrypt(secrets, secretPlace(tenantId, id), secret)
}

/** What is wrong with a provider's address where only the internet's may be asked. */
export function addressFault(address: string | undefined, isStrict: boolean): string | undefined {
  if (address === undefined || !isStrict) return undefined
  try {
    refusePrivate(address)
    return undefined
  } catch {
    return 'Use https and an address that the internet can reach'
  }
}
