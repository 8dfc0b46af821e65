import { sql } from 'kysely'
import type { Scope as ChosenScope } from 'rules/scope'
import type { Db, Scope } from '#db/scope.ts'
import { isAsked } from '#support/applies.queries.ts'

export async function setScope(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { scope_levels, scope_profiles }: ChosenScope,
): Promise<void> {
  await sql`update assessments set scope_levels = ${listOf(scope_levels)}::text[], scope_profiles = ${listOf(scope_profiles)}::text[]
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

function listOf(keys: readonly string[] | null) {
  return keys && [...keys]
}

/** These elements are no longer complete, nor is the assessment if it needs one that isn't. */
export async function reopenElements(
  db: Db,
  { tenantId }: Scope,
  id: number,
  elementIds: readonly number[],
): Promise<void> {
  await sql`delete from element_completions where tenant_id = ${tenantId} and assessment_id = ${id}
    and element_id = any(${[...elementIds]}::bigint[])`.execute(db)
  await sql`
    update assessments a set status = 'in_progress'
    where a.tenant_id = ${tenantId} and a.id = ${id} and a.status = 'completed' and exists (
      select from elements e where e.tenant_id = a.tenant_id and e.content_set_id = a.content_set_id and e.is_required
        and ${isAsked(sql`e.id`, sql`a`)}
        and not exists (select from element_completions c
          where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.element_id = e.id))`.execute(
    db,
  )
}

/** The different choices of these assessments that chose something. */
export async function listScopes(
  db: Db,
  { tenantId }: Scope,
  ids: readonly number[],
): Promise<ChosenScope[]> {
  const { rows } = await sql<ChosenScope>`
    select distinct scope_levels, scope_profiles from assessments
    where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])
      and (scope_levels is not null or scope_profiles is not null)`.execute(db)
  return rows
}

/** For each of these assessments that chose the same. */
export async function replaceScope(
  db: Db,
  { tenantId }: Scope,
  ids: readonly number[],
  { from, to }: { from: ChosenScope; to: ChosenScope },
): Promise<void> {
  await sql`update assessments set scope_levels = ${listOf(to.scope_levels)}::text[], scope_profiles = ${listOf(to.scope_profiles)}::text[]
    where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])
      and scope_levels is not distinct from ${listOf(from.scope_levels)}::text[]
      and scope_profiles is not distinct from ${listOf(from.scope_profiles)}::text[]`.execute(db)
}
