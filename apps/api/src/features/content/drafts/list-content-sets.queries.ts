import type { ContentSetListQuery, ListedContentSet } from 'contract/content-sets'
import { sql } from 'kysely'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { SET_LANGUAGE } from '#features/content/content-sets.queries.ts'
import { inScope } from '#db/in-scope.ts'
import { isInForce } from '#support/in-force.queries.ts'
import { likePattern } from '#db/like-pattern.ts'
import { type VisibleScope, inVisibleAndPlatform } from '#support/tenant-scope.ts'

export async function listContentSets(context: SignedInContext, query: ContentSetListQuery) {
  return await inVisibleAndPlatform(context, async (db, scope) => {
    const keys = await findKeys(db, scope, query)
    const page = keys.slice((query.page - 1) * query.limit, query.page * query.limit)
    return {
      rows: await listByKey(db, scope, page, context.app.adapters.now()),
      total: keys.length,
      has_more_than_total: false,
    }
  })
}

type Key = { tenant_id: number; id: number }

const ORDERS = {
  title: sql`lower(c.title)`,
  status: sql`array_position(array['draft', 'published', 'retired'], c.status)`,
}

async function findKeys(
  db: Db,
  scope: VisibleScope,
  { title = '', tenant_id, status, sort }: ContentSetListQuery,
): Promise<Key[]> {
  const [column, direction] = sort.split('.')
  const order = ORDERS[column === 'status' ? 'status' : 'title']
  const part = likePattern(title)
  const { rows } = await sql<Key>`
    select c.tenant_id, c.id from content_sets c join tenants t on t.id = c.tenant_id
    where ${inScope('c.tenant_id', scope)}
      and (${tenant_id ?? null}::bigint is null or c.tenant_id = ${tenant_id ?? null})
      and (${status ?? null}::text[] is null or c.status = any(${status ?? null}::text[]))
      and search_norm(c.title) like ${part}
    order by ${order} ${direction === 'desc' ? sql`desc` : sql`asc`}, lower(c.title), t.name, c.version desc, c.id`.execute(
    db,
  )
  return rows
}

async function listByKey(db: Db, scope: VisibleScope, keys: readonly Key[], now: Date) {
  const { rows } = await sql<ListedContentSet>`
    select c.id, c.tenant_id, c.title, ${SET_LANGUAGE} as language, c.status, c.version, c.changed_at,
      case when c.status = 'published' and t.kind <> 'platform' then array(
        select type from unnest(array['self_assessment', 'certification']) type
        where ${isInForce(sql`type`, sql`this.year`)}) end as in_force,
      jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform') as tenant,
      coalesce(c.year_from, (c.draft->>'year_from')::int) as year_from, coalesce(c.year_to, (c.draft->>'year_to')::int) as year_to,
      case c.status when 'draft' then (
        select count(*) from draft_elements d where d.tenant_id = c.tenant_id and d.content_set_id = c.id and d.removed_at is null
      ) else (
        select count(*) from elements e where e.tenant_id = c.tenant_id and e.content_set_id = c.id
      ) end as elements,
      case c.status when 'draft' then (
        select coalesce(sum(jsonb_array_length(d.element->'statements')), 0)::bigint
        from draft_elements d where d.tenant_id = c.tenant_id and d.content_set_id = c.id and d.removed_at is null
      ) else (
        select count(*) from statements s where s.tenant_id = c.tenant_id and s.content_set_id = c.id
      ) end as statements,
      (select count(*) from assessments a where a.tenant_id = c.tenant_id and a.content_set_id = c.id) as assessments
    from unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map((key) => key.tenant_id)}::bigint[]) with ordinality x(id, tenant_id, position)
    join content_sets c on c.tenant_id = x.tenant_id and c.id = x.id and ${inScope('c.tenant_id', scope)}
    join tenants t on t.id = c.tenant_id
    cross join lateral (select extract(year from ${now.toISOString()}::timestamptz at time zone t.time_zone)::int as year) this
    order by x.position`.execute(db)
  return rows
}
