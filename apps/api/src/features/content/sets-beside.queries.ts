import { sql } from 'kysely'
import type { SetBeside } from 'contract/editions'
import type { AllScope, Db, PlatformScope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import type { InForce } from './draft-of-file.ts'

/** What is about to be published in an organisation. Without a family it is the first edition of one. */
export type Offer = InForce & { tenant_id: number; family_id: number | undefined }

/**
 * Sets of other families that are in force for a type and year of these offers, by organisation. Past years don't
 * count: no assessment starts in them.
 */
export async function listBeside(
  db: Db,
  scope: PlatformScope | AllScope,
  offers: readonly Offer[],
  now: Date,
): Promise<Map<number, SetBeside[]>> {
  if (offers.length === 0) return new Map()
  const { rows } = await sql<SetBeside & { tenant_id: number }>`
    select distinct on (c.tenant_id, c.family_id) c.tenant_id, c.id, c.title, c.version
    from jsonb_to_recordset(${JSON.stringify(offers)}) as o(tenant_id bigint, family_id bigint,
      year_from int, year_to int, offers_self_assessment boolean, offers_certification boolean)
    join tenants t on t.id = o.tenant_id
    join content_sets c on c.tenant_id = t.id and ${inScope('c.tenant_id', scope)}
      and c.status = 'published' and c.family_id is distinct from o.family_id
    cross join lateral (select extract(year from ${now.toISOString()}::timestamptz at time zone t.time_zone)::int as year) this
    where ((c.offers_self_assessment and o.offers_self_assessment) or (c.offers_certification and o.offers_certification))
      and (c.year_to is null or c.year_to >= greatest(o.year_from, this.year))
      and (o.year_to is null or o.year_to >= greatest(c.year_from, this.year))
    order by c.tenant_id, c.family_id, c.version desc`.execute(db)
  return Map.groupBy(rows, ({ tenant_id }) => tenant_id)
}
