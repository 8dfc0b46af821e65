import { sql } from 'kysely'
import type { Scope as ChosenScope } from 'rules/scope'
import type { Db, Scope } from '#db/scope.ts'
import { answeredIn } from '#features/assessments/answered.queries.ts'
import { applies, isAsked } from '#support/applies.queries.ts'

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

/** An element with statements that are asked now and not answered is no longer complete, nor is its assessment if it needs it. */
export async function reopenAsked(db: Db, { tenantId }: Scope, id: number): Promise<void> {
  const answers = sql`r.tenant_id = ${tenantId} and r.assessment_id = a.id and r.statement_id = s.id`
  await sql`
    delete from element_completions c using assessments a
    where a.tenant_id = ${tenantId} and a.id = ${id} and c.tenant_id = a.tenant_id and c.assessment_id = a.id
      and exists (select from statements s where s.tenant_id = a.tenant_id and s.element_id = c.element_id and ${applies(sql`s`, sql`a`)}
        and not exists (${answeredIn(answers)}))`.execute(db)
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
