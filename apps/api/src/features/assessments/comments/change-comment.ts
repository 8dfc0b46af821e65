import type { Comment } from 'contract/comments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import type { Shared } from '#features/assessments/shared/shared.queries.ts'
import { updateAsked, updateResolution, updateText } from './comments.queries.ts'
import { getComment, invite, joinForPerson, requireAsked, tellAsked } from './for-person.ts'

type Which = { id: number; commentId: number }

/** Changes the text of one's own comment. A repeated change has no second effect. */
export async function editComment(
  db: Db,
  context: SignedInContext,
  { id, commentId }: Which,
  { text, version }: { text: string; version: number },
): Promise<Comment> {
  const { app, scope, actor } = context
  await joinForPerson(db, context, id)
  const comment = await getComment(db, context, id, commentId)
  if (comment.author.id !== actor.id) throw refused('Only the author of a comment can change it.')
  const input = { text, at: app.adapters.now() }
  const isSaved = await updateText(db, scope, { id: commentId, version }, input)
  const now = await getComment(db, context, id, commentId)
  if (!isSaved && now.text !== text)
    throw new ApiError(
      'conflict',
      'You changed this comment in another tab or on another device. Check it, then save again.',
      { details: { comment: now } },
    )
  return now
}

/** Gives an open question to someone else, for example because the person asked has left. */
export async function askAnother(
  db: Db,
  context: SignedInContext,
  { id, commentId }: Which,
  userId: number,
): Promise<Comment> {
  const found = await joinForPerson(db, context, id)
  const comment = await getQuestion(db, context, { id, commentId })
  if (![comment.author.id, found.owner_id].includes(context.actor.id))
    throw refused('Only the person who asked or the owner of the assessment can ask someone else.')
  if (comment.resolved_at !== null)
    throw new ApiError('conflict', 'This question is resolved. Reopen it to ask someone else.')
  await requireAskedStill(db, context, id, comment)
  await invite(db, context, found, userId)
  await updateAsked(db, context.scope, commentId, userId)
  const saved = await getComment(db, context, id, commentId)
  if (comment.asked?.id !== userId) await tellAsked(db, context, id, saved)
  return saved
}

export async function resolveQuestion(
  db: Db,
  context: SignedInContext,
  { id, commentId }: Which,
): Promise<Comment> {
  const { app, scope, actor } = context
  const found = await joinForPerson(db, context, id)
  const comment = await getQuestion(db, context, { id, commentId })
  if (!mayResolve(comment, found, actor.id))
    throw refused(
      'Only the person who asked, the person asked and the owner of the assessment can resolve a question.',
    )
  await updateResolution(db, scope, commentId, { userId: actor.id, at: app.adapters.now() })
  return await getComment(db, context, id, commentId)
}

export async function reopenQuestion(
  db: Db,
  context: SignedInContext,
  { id, commentId }: Which,
): Promise<Comment> {
  await joinForPerson(db, context, id)
  const comment = await getQuestion(db, context, { id, commentId })
  if (comment.resolved_at !== null) await requireAskedStill(db, context, id, comment)
  await updateResolution(db, context.scope, commentId, null)
  return await getComment(db, context, id, commentId)
}

/** A question whose statement the edition no longer has stays. */
async function requireAskedStill(db: Db, context: SignedInContext, id: number, comment: Comment) {
  if (comment.element_id !== null) await requireAsked(db, context, id, comment.statement_id)
}

function mayResolve({ author, asked }: Comment, { owner_id }: Shared, userId: number) {
  return [author.id, asked?.id, owner_id].includes(userId)
}

async function getQuestion(db: Db, context: SignedInContext, { id, commentId }: Which) {
  const comment = await getComment(db, context, id, commentId)
  if (comment.asked === null)
    throw new ApiError(
      'conflict',
      'This comment isn’t a question, so you can’t resolve it, reopen it or ask someone else.',
    )
  return comment
}

function refused(message: string) {
  return new ApiError('forbidden', message)
}
