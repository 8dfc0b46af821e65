import type { Comment } from 'contract/comments'
import { isAuditor } from 'contract/roles'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { isStatementAsked } from '#features/assessments/asked.queries.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { requireEligible } from '#features/assessments/shared/managed.ts'
import { refuseApprover } from '#features/assessments/shared/set-approver.ts'
import { type Shared, findShared } from '#features/assessments/shared/shared.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { tell } from '#support/notices.queries.ts'
import { addViewer, findComment } from './comments.queries.ts'

type Caller = Pick<SignedInContext, 'scope' | 'actor'>

/** A shared assessment of which the caller is one of the people. Admins who aren't and auditors don't read comments. */
export async function getForPerson(db: Db, { scope, actor }: Caller, id: number): Promise<Shared> {
  const found = await findShared(db, scope, actor.id, id)
  if (!found?.is_one_of || isAuditor(actor.roles)) throw notFound('shared assessment')
  return found
}

/** The same, to change comments: nothing closes or moves it before the transaction ends. */
export async function joinForPerson(db: Db, caller: Caller, id: number): Promise<Shared> {
  const { scope, actor } = caller
  await joinAssessment(db, scope, { id, asking: { userId: actor.id, to: 'read' } })
  const found = await getForPerson(db, caller, id)
  requireOpen(found.status, 'comments')
  return found
}

export async function getComment(
  db: Db,
  { scope }: Pick<Caller, 'scope'>,
  id: number,
  commentId: number,
): Promise<Comment> {
  const found = await findComment(db, scope, id, commentId)
  if (!found) throw notFound('comment')
  return found
}

/** No one can answer a question about a statement that they don’t see. */
export async function requireAsked(
  db: Db,
  { scope }: Pick<Caller, 'scope'>,
  id: number,
  statementId: number,
) {
  if (await isStatementAsked(db, scope, id, statementId)) return
  throw new ApiError(
    'conflict',
    'This statement is outside the scope, so no one can answer a question about it. Change the scope first, or ask the owner to change it.',
  )
}

/** The person asked becomes a viewer unless they take part already. */
export async function invite(db: Db, context: SignedInContext, found: Shared, userId: number) {
  const { scope, actor } = context
  const { id, title, year } = found
  if (userId === actor.id) {
    const message = 'You can’t ask yourself. Choose a colleague'
    throw new ApiError('invalid-input', `${message}.`, { fields: { user_id: message } })
  }
  await requireEligible(db, context, userId)
  refuseApprover(found, userId)
  if (await addViewer(db, scope, id, userId))
    await recordEvent(db, context, 'shared_assessment.member_set', {
      subject: `user ${userId}`,
      details: { title, year, member_role: 'viewer' },
    })
}

/** Behind the bell of the person asked, and in their next digest. */
export async function tellAsked(
  db: Db,
  { app, scope, actor }: SignedInContext,
  assessmentId: number,
  { asked, element_id, statement_id: statementId }: Comment,
) {
  if (asked === null || element_id === null) return
  const about = { assessmentId, elementIds: [element_id], statementId }
  await tell(db, scope, [asked.id], {
    kind: 'asked',
    ...about,
    by: actor.id,
    at: app.adapters.now(),
  })
}
