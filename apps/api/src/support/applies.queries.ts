import { type RawBuilder, sql } from 'kysely'

/** Whether what was chosen for an assessment asks a statement. The rules say the same of rows in memory. */
export function applies(statement: string, assessment: string): RawBuilder<boolean> {
  const [s, a] = [sql.raw(statement), sql.raw(assessment)]
  return sql<boolean>`((${s}.level_key is null or ${a}.scope_levels is null or ${s}.level_key = any(${a}.scope_levels))
    and (${s}.profile_keys is null or ${a}.scope_profiles is null or ${s}.profile_keys && ${a}.scope_profiles))`
}

/** Whether an assessment asks any statement of an element. */
export function isAsked(elementId: RawBuilder<unknown>, assessment: string): RawBuilder<boolean> {
  const a = sql.raw(assessment)
  return sql<boolean>`((${a}.scope_levels is null and ${a}.scope_profiles is null) or exists (select from statements x
    where x.tenant_id = ${a}.tenant_id and x.element_id = ${elementId} and ${applies('x', assessment)}))`
}

/** Whether an assessment asks the statement of an answer. */
export function isAnswerAsked(statementId: RawBuilder<unknown>, assessment: string) {
  const a = sql.raw(assessment)
  return sql<boolean>`((${a}.scope_levels is null and ${a}.scope_profiles is null) or exists (select from statements x
    where x.tenant_id = ${a}.tenant_id and x.id = ${statementId} and ${applies('x', assessment)}))`
}
