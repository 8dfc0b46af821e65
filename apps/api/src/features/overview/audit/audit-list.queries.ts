import { type RawBuilder, sql } from 'kysely'
import type { AuditEntry, AuditFilter } from 'contract/audit'
import type { PlatformScope } from '#core/context.ts'
import { readAlongIndexes } from '#db/along-indexes.ts'
import type { Db } from '#db/driver.ts'
import { ofTenants } from '#db/of-tenants.ts'
import type { Who } from '#features/people/find-who.ts'

export type Filter = Omit<AuditFilter, 'who'> & {
  who?: Who | undefined
  /** Whose days `from` and `to` are. */
  timeZone: string
}
export type Part = { limit: number; offset: number }
type Row = Omit<AuditEntry, 'actor' | 'tenant' | 'about'> & {
  about_id: number | null
  about_name: string | null
  about_email: string | null
  removed_at: string | null
  invited_email: string | null
  actor_id: number | null
  actor_name: string | null
  tenant_id: number
  tenant_name: string
}

/** Of so many people each one's entries are merged; of more the log is read through. */
export const MOST_MERGED = 200

/** A part of the log, newest first. */
export async function listAuditEntries(
  db: Db,
  scope: PlatformScope,
  filter: Filter,
  { limit, offset }: Part,
): Promise<AuditEntry[]> {
  await readAlongIndexes(db)
  // What a subject names is read out first: as part of a condition, row security keeps it from the index.
  const { rows } = await sql<Row>`
    with page as materialized (
      select * from (${newest(scope, filter, offset + limit)}) n
      order by n.at desc, n.id desc limit ${limit} offset ${offset}
    ), entries as materialized (
      select e.*, ${idIn('user')} as user_id, ${idIn('link')} as link_id
      from page join audit_events e on e.tenant_id = page.tenant_id and e.id = page.id
    )
    select e.id, e.at, e.action, e.subject, e.details, e.request_id, e.actor_id, u.name as actor_name,
      t.id as tenant_id, t.name as tenant_name, l.email as invited_email,
      coalesce(s.id, i.id) as about_id, coalesce(s.name, i.name) as about_name,
      coalesce(s.email, i.email) as about_email, coalesce(s.removed_at, i.removed_at) as removed_at
    from entries e
    join tenants t on t.id = e.tenant_id
    left join users u on u.id = e.actor_id
      and u.tenant_id in (e.tenant_id, (select id from tenants where kind = 'platform'))
    left join users s on s.tenant_id = e.tenant_id and s.id = e.user_id
    left join one_time_links l on l.tenant_id = e.tenant_id and l.id = e.link_id
    left join users i on i.tenant_id = l.tenant_id and i.id = l.user_id
    order by e.at desc, e.id desc`.execute(db)
  return rows.map(({ actor_id, actor_name, tenant_id, tenant_name, ...row }) => ({
    id: row.id,
    at: row.at,
    action: row.action,
    subject: row.subject,
    details: row.details,
    request_id: row.request_id,
    about: aboutOf(row),
    actor: actor_id === null ? null : { id: actor_id, name: actor_name },
    tenant: { id: tenant_id, name: tenant_name },
  }))
}

/** The number of a subject like `user 12`; null for any other. */
function idIn(kind: 'user' | 'link') {
  return sql<number | null>`substring(e.subject from ${`^${kind} (\\d{1,15})$`}::text)::bigint`
}

function aboutOf({
  about_id: id,
  ...row
}: Pick<Row, 'about_id' | 'about_name' | 'about_email' | 'removed_at' | 'invited_email'>) {
  if (id !== null && row.removed_at === null)
    return { id, name: row.about_name, email: row.about_email }
  return row.invited_email === null ? null : { id: null, name: null, email: row.invited_email }
}

/** How many there are, and one more than is counted where there are more. */
export async function countAuditEntries(
  db: Db,
  scope: PlatformScope,
  filter: Filter,
  most: number,
): Promise<number> {
  await readAlongIndexes(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from (${newest(scope, filter, most + 1)}) n limit ${most + 1}) found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether the log itself is read through, and each actor looked up on the way. */
export function isReadThrough({ who }: Pick<Filter, 'who'>): boolean {
  return who !== undefined && 'part' in who
}

/** The places of the newest entries in view, of each action or person that is asked for; one index for each way to ask. */
function newest(scope: PlatformScope, filter: Filter, most: number): RawBuilder<unknown> {
  const { who, action } = filter
  const walk = (condition: RawBuilder<unknown>) => sql`
    select e.tenant_id, e.id, e.at from audit_events e ${actorsOf(scope, who)}
    where ${condition} and ${matching(scope, filter)} order by e.at desc, e.id desc limit ${most}`
  if (who && 'ids' in who)
    return sql`select x.* from unnest(${who.ids}::bigint[]) as o(id)
      cross join lateral (${walk(sql`e.actor_id = o.id`)}) x`
  if (action)
    return sql`select x.* from unnest(${action}::text[]) as o(name)
      cross join lateral (${walk(sql`e.action = o.name`)}) x`
  return walk(sql`true`)
}

/** Whoever did something is looked up on the way, where many may be meant; a limit keeps it from being done at once. */
function actorsOf({ tenantIds }: PlatformScope, who: Who | undefined): RawBuilder<unknown> {
  if (!who || 'ids' in who) return sql``
  return sql`cross join lateral (
    select a.name_norm, a.email_norm from users a
    where a.id = e.actor_id and ${ofTenants('a.tenant_id', tenantIds)} and a.removed_at is null limit 1) a`
}

function matching(
  { tenantIds }: PlatformScope,
  { tenant_id: wanted, who, action, from, to, timeZone }: Filter,
): RawBuilder<unknown> {
  const ids = tenantIds.filter((id) => wanted === undefined || id === wanted)
  const conditions: RawBuilder<unknown>[] = [ofTenants('e.tenant_id', ids)]
  if (action && who) conditions.push(sql`e.action = any(${action}::text[])`)
  if (who && 'part' in who)
    conditions.push(sql`(a.name_norm like ${who.part} or a.email_norm like ${who.part})`)
  if (from) conditions.push(sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`)
  if (to) conditions.push(sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`)
  return sql.join(conditions, sql` and `)
}
