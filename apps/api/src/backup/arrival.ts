import { hash } from 'node:crypto'
import pg from 'pg'
import { decrypt, encrypt } from '#core/encrypt.ts'
import { fingerprintOf } from '#core/secret.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { authenticatorAad } from '#features/identity/mfa/verification-code.ts'
import { secretAad } from '#features/identity/sso/settings-of.ts'
import { type OrganisationHeader, Secrets } from './contents.ts'
import type { Changes, Row } from './insert-rows.ts'
import { parseEntry } from './storing.ts'

/** What is different in the installation that an organisation arrives at. */
export type Arrival = {
  /** The terms of use have the same text up to this version. Later acceptances stay behind. */
  sameTerms: number
  hasOtherTerms: boolean
  /** Whether encrypted values can be read: with this secret, with another one that is configured, or not at all. */
  secret: 'same' | 'other' | 'unknown'
}

export async function findDifferences(
  pools: Pools,
  { terms, secret }: OrganisationHeader,
  secrets: readonly [string, ...string[]],
): Promise<Arrival> {
  const known = await withTenants(pools, [], (db) =>
    db.selectFrom('terms').select(['version', 'text']).execute(),
  )
  const here = new Map(known.map(({ version, text }) => [version, hash('sha256', text)]))
  const other = terms.findIndex(({ version, sha256 }) => here.get(version) !== sha256)
  const same = other === -1 ? terms : terms.slice(0, other)
  const [current, ...others] = secrets.map(fingerprintOf)
  return {
    sameTerms: same.at(-1)?.version ?? 0,
    hasOtherTerms: other !== -1,
    secret: secret === current ? 'same' : others.includes(secret) ? 'other' : 'unknown',
  }
}

type Arriving = {
  header: OrganisationHeader
  domain: string
  arrival: Arrival
  /** The file's encrypted values. */
  entry: Buffer
  secrets: readonly [string, ...string[]]
}

/** How rows change when they are inserted here. */
export function changesOf({ header, domain, arrival, entry, secrets }: Arriving): Changes {
  const encrypted = parseEntry(Secrets, entry)
  const { id: tenantId } = header.tenant
  const again = (table: string, row: string, aad: string) => {
    const value = encrypted[table]?.[row]
    if (value === undefined || arrival.secret === 'unknown') return undefined
    const bytes = Buffer.from(value, 'base64')
    const readable =
      arrival.secret === 'same' ? bytes : encrypt(secrets, aad, decrypt(secrets, aad, bytes))
    return `\\x${readable.toString('hex')}`
  }
  const complete = (table: string, row: Row): Row | undefined => {
    if (table === 'authenticators' && row.user_id) {
      const aad = authenticatorAad(tenantId, Number(row.user_id))
      const secret = again(table, row.user_id, aad)
      return secret === undefined ? undefined : { ...row, secret }
    }
    if (table === 'sso_connections' && row.id) {
      const secret = again(table, row.id, secretAad(tenantId, Number(row.id)))
      return { ...row, client_secret: secret ?? null }
    }
    return row
  }
  return {
    complete,
    values: {
      'tenants.domain': pg.escapeLiteral(domain),
      'users.accepted_terms_version': `least(r.accepted_terms_version::int, ${arrival.sameTerms})`,
      'terms_acceptances.terms_id': '(select id from terms where version = r.terms_id::int)',
      // Users of a connection may belong to an organisation that isn't here.
      'sso_connections.people_tenant_id':
        '(select id from tenants where id = r.people_tenant_id::bigint)',
    },
    without: {
      terms_acceptances: `r.terms_id::int > ${arrival.sameTerms}`,
      // Their hashes can't be renewed with another secret.
      ...(arrival.secret !== 'same' && { recovery_codes: 'true' }),
    },
  }
}
