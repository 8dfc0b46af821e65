import type { Start } from 'contract/start'
import { FIRST_COLOUR } from 'contract/tenants'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'

/** The first steps of an organisation, as one of its admins sees them. */
export async function getStart(db: Db, { tenantId }: Scope, userId: number): Promise<Start> {
  const { rows } = await sql<Start>`
    select u.hides_start as is_hidden, f.has_framework,
      case when not f.has_framework then (select min(c.id) from content_sets c
        where c.tenant_id = t.id and c.status = 'draft') end as draft_id,
      exists (select from users o where o.tenant_id = t.id and o.id <> u.id and o.removed_at is null)
        or exists (select from one_time_links l where l.tenant_id = t.id and l.kind = 'invite'
          and l.used_at is null and l.revoked_at is null) as has_people,
      t.logo is not null or t.brand_colour <> ${FIRST_COLOUR} as has_brand
    from users u join tenants t on t.id = u.tenant_id
      cross join lateral (select exists (select from content_sets c
        where c.tenant_id = t.id and c.status = 'published') as has_framework) f
    where u.tenant_id = ${tenantId} and u.id = ${userId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The caller has no row.')
  return row
}
