import { type RawBuilder, sql } from 'kysely'
import type { Scope as ChosenScope } from 'rules/scope'
import type { Db, Scope } from '#db/scope.ts'
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

/** Whether the assessment `a` needs an element of an edition that isn't complete. */
export function lacksElement(contentSetId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from elements e where e.tenant_id = a.tenant_id and e.content_set_id = ${contentSetId} and e.is_required
      and ${isAsked(sql`e.id`, sql`a`)}
      and not exists (select from element_completions c
        where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.element_id = e.id))`
}

// Certifications are complete whatever becomes of their files.
const CHANGED = sql`
  select from responses r where r.tenant_id = c.tenant_id and r.assessment_id = c.assessment_id
    and r.statement_id = s.id and r.state in (1, 2) and r.updated_at > c.completed_at
  union all select from notes n where n.tenant_id = c.tenant_id and n.assessment_id = c.assessment_id
    and n.statement_id = s.id and n.updated_at > c.completed_at
  union all select from attachments f where f.tenant_id = c.tenant_id and f.assessment_id = c.assessment_id
    and f.statement_id = s.id and f.status <> 'uploading' and a.type <> 'certification'
    and coalesce(f.removed_at, f.created_at) > c.completed_at`

/**
 * These elements are no longer complete, nor those with something that arrived while it wasn't asked, nor the assessment if
 * it needs one of them.
 */
export async function reopenElements(
  db: Db,
  { tenantId }: Scope,
  id: number,
  elementIds: readonly number[],
): Promise<void> {
  await sql`
    delete from element_completions c using assessments a
    where c.tenant_id = ${tenantId} and c.assessment_id = ${id} and a.tenant_id = c.tenant_id and a.id = c.assessment_id
      and (c.element_id = any(${[...elementIds]}::bigint[]) or exists (
        select from statements s where s.tenant_id = c.tenant_id and s.element_id = c.element_id and ${applies(sql`s`, sql`a`)}
          and exists (${CHANGED})))`.execute(db)
  await sql`
    update assessments a set status = 'in_progress'
    where a.tenant_id = ${tenantId} and a.id = ${id} and a.status = 'completed'
      and ${lacksElement(sql`a.content_set_id`)}`.execute(db)
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
