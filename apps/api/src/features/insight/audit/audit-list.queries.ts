import { type RawBuilder, sql } from 'kysely'
import type { AuditEntry, AuditFilter } from 'contract/audit'
import { AUDIT_LABELS } from 'contract/audit-labels'
import { searchNorm } from 'contract/search-norm'
import type { Db } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { hasText } from '#features/people/user-list.queries.ts'
import { countRows } from '#support/count-rows.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

export type Filter = AuditFilter & {
  /** The time zone of `from` and `to`. */
  timeZone: string
}
export type Page = { limit: number; offset: number }

/** Up to this many users, entries are looked up by id. With more, each entry's user is compared. */
const MAX_ACTORS = 1000

/** A page of the log, newest first, and the number of entries. */
export async function readAuditPage(db: Db, scope: VisibleScope, filter: Filter, page: Page) {
  const entries = matching(db, scope, filter, await isSearched(db, scope, filter.search))
  return { rows: await read(db, entries, page), ...(await countRows(db, entries)) }
}

export async function listAuditEntries(db: Db, scope: VisibleScope, filter: Filter, limit: number) {
  const entries = matching(db, scope, filter, await isSearched(db, scope, filter.search))
  return await read(db, entries, { limit, offset: 0 })
}

type Matching = ReturnType<typeof matching>

async function read(db: Db, entries: Matching, { limit, offset }: Page): Promise<AuditEntry[]> {
  const page = entries
    .select(['e.tenant_id', 'e.id'])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .offset(offset)
  // A god-admin can't read registration links, so the address of a registration is the account's.
  // Ids are read from subjects first: inside a join condition, row security keeps them from the index. `coalesce` would
  // keep them from it too: PostgreSQL doesn't know that it leaks nothing, as it does of `case`.
  const { rows } = await sql<AuditEntry>`
    with page as materialized ${page}, entries as materialized (
      select e.*, ${idIn('user')} as user_id, ${idIn('link')} as link_id, ${idIn('assessment')} as assessment_id
      from page join audit_events e on e.tenant_id = page.tenant_id and e.id = page.id
    )
    select e.id, e.at, e.action, e.subject, e.details, e.request_id,
      case when e.actor_id is null or u.id is not null then host(c.address) end as address,
      case when e.actor_id is null or u.id is not null then c.browser end as browser,
      case when e.actor_id is not null then jsonb_build_object('id', e.actor_id, 'name', u.name) end as actor,
      jsonb_build_object('id', t.id, 'name', t.name) as tenant,
      case when s.id is not null and s.removed_at is null then jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email)
        when l.email is not null then jsonb_build_object('id', null, 'name', null, 'email', l.email)
        when e.action = 'user.registered' and u.email is not null then jsonb_build_object('id', null, 'name', null, 'email', u.email)
      end as about
    from entries e
    join tenants t on t.id = e.tenant_id
    left join users u on u.id = e.actor_id
      and u.tenant_id in (e.tenant_id, (select id from tenants where kind = 'platform'))
    left join audit_clients c on c.tenant_id = e.tenant_id and c.event_id = e.id
    left join assessments a on a.tenant_id = e.tenant_id and a.id = e.assessment_id
    left join users s on s.tenant_id = e.tenant_id and s.id = case when e.user_id is not null then e.user_id
      when a.user_id is not null then a.user_id else a.owner_id end
    left join one_time_links l on l.tenant_id = e.tenant_id and l.id = e.link_id
    order by e.at desc, e.id desc`.execute(db)
  return rows
}

/** The id in a subject like `user 12`; null for any other. */
function idIn(kind: 'user' | 'link' | 'assessment') {
  return sql<number | null>`substring(e.subject from ${`^${kind} (\\d{1,15})$`}::text)::bigint`
}

function matching(
  db: Db,
  scope: VisibleScope,
  { tenant_id: tenantId, action, from, to, timeZone }: Filter,
  isSearched: RawBuilder<boolean>,
) {
  return db
    .selectFrom('audit_events as e')
    .where(inScope('e.tenant_id', scope))
    .where(isSearched)
    .$if(tenantId !== undefined, (entries) => entries.where('e.tenant_id', '=', tenantId ?? 0))
    .$if(action !== undefined, (entries) =>
      entries.where(sql<boolean>`e.action = any(${action}::text[])`),
    )
    .$if(from !== undefined, (entries) =>
      entries.where(sql<boolean>`e.at >= ${from}::date::timestamp at time zone ${timeZone}`),
    )
    .$if(to !== undefined, (entries) =>
      entries.where(sql<boolean>`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`),
    )
}

/** Whether an entry `e` has the text in its user's name or email address, or in its event's name or label. */
async function isSearched(db: Db, scope: VisibleScope, text: string | undefined) {
  if (text === undefined) return sql<boolean>`true`
  const byActor = await isByActor(db, scope, text)
  const wanted = searchNorm(text)
  const actions = Object.entries(AUDIT_LABELS).flatMap(([action, label]) =>
    action.includes(wanted) || searchNorm(label).includes(wanted) ? [action] : [],
  )
  if (actions.length === 0) return byActor
  return sql<boolean>`(${byActor} or e.action = any(${actions}::text[]))`
}

async function isByActor(db: Db, scope: VisibleScope, text: string) {
  const users = db
    .selectFrom('users as u')
    .select('u.id')
    .where(inScope('u.tenant_id', scope))
    .where('u.removed_at', 'is', null)
    .where(hasText(text))
  const found = await users.limit(MAX_ACTORS + 1).execute()
  if (found.length <= MAX_ACTORS)
    return sql<boolean>`e.actor_id = any(${found.map(({ id }) => id)}::bigint[])`
  // The offset keeps this a look-up for each entry, newest first, instead of a join with all these users.
  return sql<boolean>`exists ${users.where(sql<boolean>`u.id = e.actor_id`).offset(0)}`
}
