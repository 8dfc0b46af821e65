import { type RawBuilder, sql } from 'kysely'

export type UserId = number | RawBuilder<number>

export const isOwner = (userId: UserId) =>
  sql<boolean>`(a.user_id = ${userId} or a.owner_id = ${userId})`

/** Whether a user is an owner, the approver or a present member of the assessment `a`, who read everything in it. */
export function isOneOf(userId: UserId): RawBuilder<boolean> {
  return sql<boolean>`(${isOwner(userId)} or a.approver_id = ${userId} or exists (select from assessment_members m
    where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = ${userId} and m.left_at is null))`
}

/** Whether the certificate `c` is the user's own, or the organisation's from an assessment of which they are one. */
export function isHeldBy(userId: UserId): RawBuilder<boolean> {
  return sql<boolean>`(c.holder_user_id = ${userId} or c.holder_user_id is null and exists (select from assessments a
    where a.tenant_id = c.tenant_id and a.id = c.assessment_id and ${isOneOf(userId)}))`
}
