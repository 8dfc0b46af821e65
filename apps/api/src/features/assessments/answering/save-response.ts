import type { ResponseChange, SavedResponse } from 'contract/assessments'
import { sql } from 'kysely'
import type { SignedInContext } from '#core/context.ts'
import type { Call } from '#db/call-together.ts'
import type { Db } from '#db/driver.ts'
import { listStatementAnswers } from '#features/assessments/assessments.queries.ts'
import { type Followed, asAskedOf, followAnswer } from './follow-statement.ts'
import { refuseSave, wasSaved } from './refuse-save.ts'

type Context = Pick<SignedInContext, 'app' | 'scope' | 'actor'>

/** Saves one choice, once, however often it is sent; a stale one changes nothing and says what stands. */
export async function saveResponse(
  db: Db,
  context: Context,
  assessmentId: number,
  change: ResponseChange,
): Promise<SavedResponse[]> {
  const rows = await saved(db, context, assessmentId, change)
  if (rows.length > 0) return rows
  const followed = await followAnswer(db, context, assessmentId, change.statement_id)
  return followed
    ? await saveFollowed(db, context, assessmentId, change, followed)
    : await refuseSave(db, context, assessmentId, change)
}

/** Chosen on a page of an earlier edition: saved where it belongs now, and answered as that page knows it. */
async function saveFollowed(
  db: Db,
  context: Context,
  assessmentId: number,
  change: ResponseChange,
  followed: Followed,
) {
  const { id, responses } = followed
  const asAsked = asAskedOf(change.statement_id, followed)
  if (await wasSaved(db, context.scope, assessmentId, change)) {
    const standing = await listStatementAnswers(db, context.scope, assessmentId, id)
    return standing.map(asAsked)
  }
  const chosen = responses.find(([was]) => was === change.statement_response_id)?.[1] ?? null
  const there = { ...change, statement_id: id, statement_response_id: chosen }
  // Not one of the responses: that is told of the statement that was asked about.
  if (chosen === null && change.statement_response_id !== null)
    return await refuseSave(db, context, assessmentId, change)
  const rows = await saved(db, context, assessmentId, there)
  if (rows.length > 0) return rows.map(asAsked)
  return await refuseSave(db, context, assessmentId, there, asAsked)
}

async function saved(
  db: Db,
  { scope, actor }: Context,
  assessmentId: number,
  change: ResponseChange,
) {
  const { values } = saveCall(assessmentId, change)
  const alone = [actor.sessionId, actor.id, ...values].map((value) => sql.val([value]))
  const { rows } =
    await sql<SavedResponse>`select * from save_responses(${scope.tenantId}, ${actor.roles}, ${sql.join(alone)})`.execute(
      db,
    )
  return rows
}

const TYPES = ['bigint', 'bigint', 'smallint', 'bigint', 'text', 'int', 'uuid']

/** The call that finds, checks, saves and writes the history; it answers both states, or nothing when it saved nothing. */
export function saveCall(
  assessmentId: number,
  { statement_id, state, version, key, ...chosen }: ResponseChange,
): Call {
  const { statement_response_id, not_applicable_reason } = chosen
  const values = [
    assessmentId,
    statement_id,
    state,
    statement_response_id,
    not_applicable_reason,
    version,
    key,
  ]
  return { name: 'save_responses', types: TYPES, values, isOfMany: true }
}
