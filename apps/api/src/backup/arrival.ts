import { hash } from 'node:crypto'
import pg from 'pg'
import { decrypt, encrypt } from '#core/encrypt.ts'
import { fingerprintOf } from '#db/installation-secret.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { authenticatorAad } from '#features/identity/mfa/verification-code.ts'
import { secretAad } from '#features/identity/sso/settings-of.ts'
import { type OrganisationHeader, Secrets } from './contents.ts'
import { damaged } from './damaged.ts'
import type { Changes, Row } from './insert-rows.ts'
import { parseJson } from './storing.ts'

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

const SCANS = '(select exists (select from virus_scanning))'

/** No one would scan a file that waits for a scanner where there is none. */
const SCANNED = `case when r.status = 'scanning' and not ${SCANS} then 'clean' else r.status end`

/** Connections arrive turned off and without a link to another organisation, and files are scanned again. */
const UNTRUSTED = {
  'sso_connections.people_tenant_id': 'null::bigint',
  'sso_connections.is_active': 'false',
  'attachments.status': `case when r.status in ('clean', 'scanning') then case when ${SCANS} then 'scanning' else 'clean' end else r.status end`,
  'attachments.scanning_since': 'now()',
}

/** Only the organisation's own connections vouch for its identities, and never Salesforce, which all organisations share. */
const NOT_VOUCHED = `r.is_salesforce::boolean or not exists (select from sso_connections c
  where c.tenant_id = r.tenant_id::bigint and c.id = r.connection_id::bigint)`

type Arriving = {
  header: OrganisationHeader
  domain: string
  arrival: Arrival
  /** The file's encrypted values. */
  entry: Buffer
  secrets: readonly [string, ...string[]]
  isTrusted: boolean
  isActive: boolean
}

/** How rows change when they are inserted here. */
export function changesOf({
  header,
  domain,
  arrival,
  entry,
  secrets,
  isTrusted,
  isActive,
}: Arriving): Changes {
  const encrypted = parseJson(Secrets, entry)
  const { id: tenantId } = header.tenant
  const again = (table: string, row: string, aad: string) => {
    const value = encrypted[table]?.[row]
    if (arrival.secret === 'unknown' || value === undefined) return undefined
    const bytes = Buffer.from(value, 'base64')
    const text = decrypted(secrets, aad, bytes)
    const readable = arrival.secret === 'same' ? bytes : encrypt(secrets, aad, text)
    return `\\x${readable.toString('hex')}`
  }
  const complete = (table: string, row: Row): Row | undefined => {
    if (table === 'authenticators' && row.user_id) {
      const aad = authenticatorAad(tenantId, Number(row.user_id))
      const secret = again(table, row.user_id, aad)
      if (secret !== undefined) return { ...row, secret }
      if (arrival.secret === 'unknown') return undefined
      throw damaged()
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
      'attachments.status': SCANNED,
      ...(!isTrusted && UNTRUSTED),
      ...(isActive && { 'tenants.status': `'active'` }),
    },
    without: {
      terms_acceptances: `r.terms_id::int > ${arrival.sameTerms}`,
      ...(!isTrusted && { identities: NOT_VOUCHED }),
      // Their hashes can't be renewed with another secret.
      ...(arrival.secret !== 'same' && { recovery_codes: 'true' }),
    },
  }
}

/** A value that another secret encrypted, or for another row, was changed. */
function decrypted(secrets: readonly string[], aad: string, bytes: Buffer): string {
  try {
    return decrypt(secrets, aad, bytes)
  } catch (error) {
    throw damaged(error)
  }
}
