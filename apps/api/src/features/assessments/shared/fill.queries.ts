import { sql } from 'kysely'
import type { Scope as ChosenScope } from 'rules/scope'
import type { Db, Scope } from '#db/scope.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'

type Source = { id: number; content_set_id: number; year: number }

/** With answers: the owner's own assessment of the same year, and the last shared one of an earlier year. */
export async function findFillSources(
  db: Db,
  { tenantId }: Scope,
  { owner_id, family_id, year, type }: Pick<Assessment, 'owner_id' | 'family_id' | 'year' | 'type'>,
): Promise<{ own?: Source; earlier?: Source }> {
  const { rows } = await sql<Source>`
    select a.id, a.content_set_id, a.year from assessments a
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ${family_id}
    where a.tenant_id = ${tenantId} and a.type = ${type}
      and ((a.user_id = ${owner_id} and a.year = ${year}) or (a.owner_id is not null and a.year < ${year}))
      and exists (select from responses r where r.tenant_id = a.tenant_id and r.assessment_id = a.id)
    order by a.year desc, a.id desc`.execute(db)
  const own = rows.find((one) => one.year === year)
  const earlier = rows.find((one) => one.year < year)
  return { ...(own && { own }), ...(earlier && { earlier }) }
}

export async function setCarriedFrom(db: Db, { tenantId }: Scope, id: number, year: number) {
  await sql`update assessments set carried_from = ${year} where tenant_id = ${tenantId} and id = ${id}`.execute(
    db,
  )
}

/** What the last shared assessment of an earlier year chose. */
export async function findSharedScope(
  db: Db,
  { tenantId }: Scope,
  { family_id, type, year }: Pick<Assessment, 'family_id' | 'type' | 'year'>,
): Promise<ChosenScope | undefined> {
  const { rows } = await sql<ChosenScope>`
    select scope_levels, scope_profiles from assessments
    where tenant_id = ${tenantId} and family_id = ${family_id} and type = ${type} and year < ${year} and owner_id is not null
    order by year desc limit 1`.execute(db)
  return rows[0]
}
