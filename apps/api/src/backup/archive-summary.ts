import { formatSize } from 'contract/file-size'
import { sql } from 'kysely'
import { plural } from 'rules/plural'
import type { Db } from '#db/scope.ts'
import type { OrganisationManifest } from './contents.ts'
import { damaged } from './damaged.ts'

/** What an archive brings, for the operator. */
export type Summary = { name: string; lines: readonly string[] }

type Source = {
  tenantId: number
  manifest: OrganisationManifest
  /** How many. */
  jobs: number
  corrected: Readonly<Record<string, number>>
  isTrusted: boolean
}

type Found = {
  name: string
  domain: string
  status: string
  attachment_quota: number
  roles: { roles: string; is_active: boolean; count: number }[] | null
  identities: number
  connections: { domain: string; name: string; issuer: string; is_active: boolean }[] | null
}

const COUNTED = {
  content_sets: { one: '# content set', other: '# content sets' },
  assessments: { one: '# assessment', other: '# assessments' },
  reports: { one: '# report', other: '# reports' },
  certifications: { one: '# certificate', other: '# certificates' },
  attachments: { one: '# attached file', other: '# attached files' },
}

/** Reads what was inserted, before it is committed. */
export async function readSummary(
  db: Db,
  { tenantId, manifest, jobs, corrected, isTrusted }: Source,
): Promise<Summary> {
  const { rows } = await sql<Found>`select name, domain, status, attachment_quota,
      (select json_agg(u) from (select array_to_string(roles, ' and ') as roles, is_active, count(*)::int as count
        from users where tenant_id = ${tenantId} and removed_at is null group by 1, 2 order by 1, 2 desc) u) as roles,
      (select json_agg(c order by c.domain) from (select domain, name, issuer, is_active
        from sso_connections where tenant_id = ${tenantId}) c) as connections,
      (select count(*)::int from identities where tenant_id = ${tenantId}) as identities
    from tenants where id = ${tenantId}`.execute(db)
  const [found] = rows
  if (!found) throw damaged()
  const counts = Object.entries(COUNTED).map(([table, forms]) =>
    plural(manifest.tables[table]?.rows ?? 0, forms),
  )
  const users = (found.roles ?? []).map(
    ({ roles, is_active, count }) => `${is_active ? '' : 'inactive '}${roles} ${count}`,
  )
  const connections = found.connections ?? []
  const unlinked = (manifest.tables.identities?.rows ?? 0) - found.identities
  const lines = [
    `${found.name} (${found.domain}, ${found.status}, storage limit ${formatSize(found.attachment_quota)})`,
    `Users by role: ${users.join(', ') || 'none'}`,
    `Contents: ${[...counts, plural(jobs, { one: '# waiting job', other: '# waiting jobs' })].join(', ')}`,
    ...(connections.length === 0 ? ['Connections to providers: none'] : []),
    ...connections.map(
      ({ domain, name, issuer, is_active }) =>
        `Connection for ${domain}: ${name} at ${issuer}, ${is_active ? 'on' : 'off'}`,
    ),
    ...(isTrusted
      ? [
          'Signed with the key of --trust: connections to providers stay on or off as they were, and attached files are not checked for viruses again.',
        ]
      : [
          'Not trusted: connections to providers are turned off, and attached files are checked for viruses again if there is a virus scanner.',
        ]),
    ...(unlinked > 0
      ? [
          plural(unlinked, {
            one: 'Left out: # link of a user to Salesforce or to a connection of another organisation',
            other:
              'Left out: # links of users to Salesforce or to connections of other organisations',
          }),
        ]
      : []),
    ...Object.entries(corrected).map(([place, count]) =>
      plural(
        count,
        { one: 'Corrected: {place} in # row', other: 'Corrected: {place} in # rows' },
        { place },
      ),
    ),
  ]
  return { name: found.name, lines }
}
