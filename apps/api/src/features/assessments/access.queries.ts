import { type RawBuilder, sql } from 'kysely'
import { isOneOf, isOwner } from '#support/one-of.queries.ts'

/**
 * `read`: everything in it. `answer`: change the answers, notes and files of a statement. `manage`: complete and submit
 * it, assign its elements, and move it to another edition.
 */
export type Asking =
  | { userId: number; to: 'read' | 'manage' }
  | { userId: number; to: 'answer'; statementId: number | RawBuilder<number> }

/** The owner of the assessment `a`: of a shared one its quality lead, of another one the user whose it is. */
export const OWNER = sql<number>`coalesce(a.user_id, a.owner_id)`

export const IS_SHARED = sql<boolean>`(a.user_id is null)`

/** The assessments `a` of the same user, or the shared ones of the organisation. */
export function ownedAs({ owner_id, is_shared }: { owner_id: number; is_shared: boolean }) {
  return is_shared ? IS_SHARED : sql<boolean>`a.user_id = ${owner_id}`
}

/** Whether the person whom a question `c` of the assessment `a` asks can still answer it. */
export const CAN_BE_ASKED: RawBuilder<boolean> = sql`(${isOneOf(sql<number>`c.asked_user_id`)} and exists (select from users asked
  where asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id and asked.is_active and asked.removed_at is null))`

/** The page may have the statement's id of an earlier edition. */
function isAssigned(userId: number, statementId: number | RawBuilder<number>) {
  return sql<boolean>`exists (select from element_assignments e
    join statements s on s.tenant_id = e.tenant_id and s.element_id = e.element_id
    join statements asked on asked.tenant_id = s.tenant_id and asked.key = s.key
    where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = ${userId} and asked.id = ${statementId})`
}

/** Until the question is resolved, and while they take part. */
function isAsked(userId: number, statementId: number | RawBuilder<number>) {
  return sql<boolean>`(exists (select from comments q
    join statements s on s.tenant_id = q.tenant_id and s.id = q.statement_id
    join statements meant on meant.tenant_id = s.tenant_id and meant.key = s.key
    where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = ${userId} and q.resolved_at is null
      and meant.id = ${statementId}) and ${isOneOf(userId)})`
}

/**
 * Whether a user may use the assessment `a` for this. Only the function save_responses says so, too, for one answer. An
 * assessment that a user may not read is not found.
 */
export function mayUse(asking: Asking): RawBuilder<boolean> {
  const { userId } = asking
  if (asking.to === 'answer')
    return sql<boolean>`(${isOwner(userId)} or ${isAssigned(userId, asking.statementId)} or ${isAsked(userId, asking.statementId)})`
  return asking.to === 'manage' ? isOwner(userId) : isOneOf(userId)
}
