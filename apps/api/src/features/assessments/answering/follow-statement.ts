import type { SavedResponse } from 'contract/assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { changesBetween } from '#features/content/edition-changes.ts'
import { getAssessment } from '#features/assessments/assessments.queries.ts'
import { findFollowed, type Followed } from './followed.queries.ts'

type Context = Pick<SignedInContext, 'app' | 'scope' | 'actor'>

/** Finds a statement by its key, because a page or its unsent answers may be of an earlier edition. */
export async function followStatement(
  db: Db,
  { app, scope, actor }: Context,
  assessmentId: number,
  statementId: number,
): Promise<Followed | undefined> {
  const { content_set_id: to } = await getAssessment(
    db,
    scope,
    { userId: actor.id, to: 'read' },
    assessmentId,
  )
  const found = await findFollowed(db, scope, to, statementId)
  if (!found) return undefined
  const { id, key, from, is_minor, responses } = found
  if (is_minor) return { id, responses, isSame: true }
  const { changed } = await changesBetween(db, scope, app.cache, from, to)
  const isSame = !changed.some((change) => change.key === key && change.asksAgain)
  return { id, responses, isSame }
}

/** As `followStatement`, but refuses a statement that has changed. */
export async function followAnswer(
  db: Db,
  context: Context,
  assessmentId: number,
  statementId: number,
): Promise<Followed | undefined> {
  const followed = await followStatement(db, context, assessmentId, statementId)
  if (followed?.isSame === false)
    throw new ApiError(
      'conflict',
      'This statement is different in the new version of the content set. Open the statement again to answer it.',
    )
  return followed
}

/** The answer with the ids of the earlier page, except for its current statement set. */
export function withIdsOfPage(statementId: number, { responses }: Followed) {
  return (row: SavedResponse): SavedResponse => ({
    ...row,
    statement_id: statementId,
    statement_response_id:
      responses.find(([, now]) => now === row.statement_response_id)?.[0] ?? null,
  })
}
