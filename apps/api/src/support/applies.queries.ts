import { type RawBuilder, sql } from 'kysely'

/** The name that a query gives a row, such as sql`a`. */
type Alias = RawBuilder<unknown>

/** Whether what was chosen for an assessment asks a statement. The rules say the same of rows in memory. */
export function applies(s: Alias, a: Alias): RawBuilder<boolean> {
  return sql<boolean>`((${s}.level_key is null or ${a}.scope_levels is null or ${s}.level_key = any(${a}.scope_levels))
    and (${s}.profile_keys is null or ${a}.scope_profiles is null or ${s}.profile_keys && ${a}.scope_profiles))`
}

/** Whether an assessment asks any statement of an element. */
export function isAsked(elementId: RawBuilder<unknown>, a: Alias): RawBuilder<boolean> {
  return sql<boolean>`((${a}.scope_levels is null and ${a}.scope_profiles is null) or exists (select from statements x
    where x.tenant_id = ${a}.tenant_id and x.element_id = ${elementId} and ${applies(sql`x`, a)}))`
}

/** Whether an assessment asks the statement of an answer. */
export function isAnswerAsked(statementId: RawBuilder<unknown>, a: Alias): RawBuilder<boolean> {
  return sql<boolean>`((${a}.scope_levels is null and ${a}.scope_profiles is null) or exists (select from statements x
    where x.tenant_id = ${a}.tenant_id and x.id = ${statementId} and ${applies(sql`x`, a)}))`
}
