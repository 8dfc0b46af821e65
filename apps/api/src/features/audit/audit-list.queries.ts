import { type RawBuilder, sql } from 'kysely'
import { type AuditEntry, type AuditFilter, MOST_ENTRIES } from 'contract/audit'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { likePart } from '#db/like-part.ts'

type Filter = Omit<AuditFilter, 'who'> & {
  /** Who did it: as `findActors` tells. */
  actors?: number[] | undefined
  /** Whose days `from` and `to` are. */
  timeZone: string
  without?: readonly string[]
}
type Part = { limit: number; offset: number }
type Row = Omit<AuditEntry, 'actor' | 'tenant' | 'about'> & {
  about_id: number | null
  about_name: string | null
  about_email: string | null
  actor_id: number | null
  actor_name: string | null
  tenant_id: number
  tenant_name: string
}

/**
 * Ids of the people in view whose name or address has a part. A query of its own, as the planner takes any part for a
 * rare one. Among 20,000 people a page still takes seconds (bench/README.md).
 */
export async function findActors(
  db: Db,
  { tenantIds }: PlatformScope,
  who: string | undefined,
): Promise<number[] | undefined> {
  if (who === undefined) return undefined
  const part = likePart(who)
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', sql<number>`any(${[...tenantIds]}::bigint[])`)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('name_norm', 'like', part), eb('email_norm', 'like', part)]))
    .execute()
  return found.map(({ id }) => id)
}

/** A part of the log, newest first. */
export async function listAuditEntries(
  db: Db,
  scope: PlatformScope,
  filter: Filter,
  { limit, offset }: Part,
): Promise<AuditEntry[]> {
  // Each organisation's newest come from its own index, so that many organisations cost no more than their number.
  const { rows } = await sql<Row>`
    select e.id, e.at, e.action, e.subject, e.details, e.request_id, e.actor_id, u.name as actor_name,
      t.id as tenant_id, t.name as tenant_name, s.id as about_id, s.name as about_name,
      coalesce(s.email, l.email) as about_email
    from (
      select e.* from unnest(${idsOf(scope, filter)}::bigint[]) as o(id) cross join lateral (
        select * from audit_events e where e.tenant_id = o.id and ${matching(filter)}
        order by e.at desc, e.id desc limit ${offset + limit}) e
      order by e.at desc, e.id desc limit ${limit} offset ${offset}) e
    join tenants t on t.id = e.tenant_id
    left join users u on u.id = e.actor_id
      and u.tenant_id in (e.tenant_id, (select id from tenants where kind = 'platform'))
    left join one_time_links l on l.tenant_id = e.tenant_id and l.id = ${idIn('link')}
    left join users s on s.tenant_id = e.tenant_id and s.removed_at is null
      and s.id = coalesce(${idIn('user')}, l.user_id)
    order by e.at desc, e.id desc`.execute(db)
  return rows.map(({ actor_id, actor_name, tenant_id, tenant_name, ...row }) => ({
    ...row,
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
  about_name: name,
  about_email: email,
}: Pick<Row, 'about_id' | 'about_name' | 'about_email'>) {
  return id === null && email === null ? null : { id, name, email }
}

/** How many there are, counted no further than anybody would read. */
export async function countAuditEntries(
  db: Db,
  scope: PlatformScope,
  filter: Filter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from audit_events e
      where e.tenant_id = any(${idsOf(scope, filter)}::bigint[]) and ${matching(filter)}
      limit ${MOST_ENTRIES + 1}) found`.execute(db)
  return rows[0]?.count ?? 0
}

function idsOf({ tenantIds }: PlatformScope, { tenant_id: wanted }: AuditFilter) {
  return tenantIds.filter((id) => wanted === undefined || id === wanted)
}

function matching({ actors, action, without, from, to, timeZone }: Filter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (action) conditions.push(sql`e.action = any(${action}::text[])`)
  if (without) conditions.push(sql`e.action <> all(${without}::text[])`)
  if (from) conditions.push(sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`)
  if (to) conditions.push(sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`)
  if (actors) conditions.push(sql`e.actor_id in (select unnest(${actors}::bigint[]))`)
  return sql.join(conditions, sql` and `)
}
