import type { Comment, comments } from 'contract/comments'
import type { z } from 'zod'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { followStatement } from '#features/assessments/answering/follow-statement.ts'
import { findElementOf } from '#features/assessments/attachments.queries.ts'
import type { Shared } from '#features/assessments/shared/shared.queries.ts'
import { findByKey, insertComment } from './comments.queries.ts'
import { getComment, invite, joinForPerson, requireAsked, tellAsked } from './for-person.ts'

type Body = z.output<NonNullable<(typeof comments.add)['body']>>

/**
 * Adds a comment, or asks someone, once, however often it is sent. A late comment on a statement that isn’t asked any more
 * is kept for when it is.
 */
export async function addComment(
  db: Db,
  context: SignedInContext,
  id: number,
  { key, statement_id, text, user_id }: Body,
): Promise<Comment> {
  const { scope, actor } = context
  const found = await joinForPerson(db, context, id)
  const earlier = await findByKey(db, scope, id, key)
  if (earlier !== undefined) return await getComment(db, context, id, earlier)
  const statementId = await followed(db, context, found, statement_id)
  if (user_id !== null) {
    await requireAsked(db, context, id, statementId)
    await invite(db, context, found, user_id)
  }
  const comment = { key, statementId, authorId: actor.id, text, askedId: user_id }
  const made = await insertComment(db, scope, id, comment)
  const saved = await getComment(db, context, id, made.id)
  if (made.is_new) await tellAsked(db, context, id, saved)
  return saved
}

/** A page of an earlier edition may still send its statement. */
async function followed(
  db: Db,
  context: SignedInContext,
  { id, content_set_id }: Shared,
  statementId: number,
) {
  if ((await findElementOf(db, context.scope, content_set_id, statementId)) !== undefined)
    return statementId
  const counterpart = await followStatement(db, context, id, statementId)
  if (!counterpart) throw notFound('statement')
  return counterpart.id
}
