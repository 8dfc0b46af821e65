import type { ResponseChange, ResponseConflict, SavedResponse } from 'contract/assessments'
import { CompiledQuery } from 'kysely'
import type { BatchedContext, SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { listStatementAnswers } from '#features/assessments/assessments.queries.ts'
import { closed } from '#features/assessments/require-open.ts'
import { asAskedOf, followAnswer } from './follow-statement.ts'
import { type Outcome, type SaveRow, SAVE_RESPONSES, saveValues } from './save-responses.ts'

const { text: SAVE_TEXT } = SAVE_RESPONSES

type TurnContext = Pick<SignedInContext, 'app' | 'scope' | 'actor'>
type MapRow = (row: SavedResponse) => SavedResponse

/** Saves one choice, once, however often it is sent; a stale one changes nothing and says what is saved. */
export async function saveResponse(
  context: BatchedContext,
  assessmentId: number,
  change: ResponseChange,
): Promise<SavedResponse[]> {
  const { app, scope, claims, inSession } = context
  const values = saveValues(claims, assessmentId, change)
  const rows = await app.pools.batch<SaveRow>(SAVE_RESPONSES, scope.tenantId, values)
  const needsTurn = ['busy', 'not_allowed', 'moved'].includes(outcomeOf(rows))
  if (!needsTurn && !isOfEarlierEdition(rows)) return answerOf(rows)
  return await inSession((db, actor) => saveInTurn(db, { app, scope, actor }, assessmentId, change))
}

async function saveInTurn(
  db: Db,
  context: TurnContext,
  assessmentId: number,
  change: ResponseChange,
) {
  const rows = await callOnce(db, context, assessmentId, change)
  return outcomeOf(rows) === 'moved' || isOfEarlierEdition(rows)
    ? await saveMoved(db, context, assessmentId, change, outcomeOf(rows))
    : answerOf(rows)
}

/** Chosen on a page of an earlier edition: saved in the new edition, and answered with the ids of that page. */
async function saveMoved(
  db: Db,
  context: TurnContext,
  assessmentId: number,
  change: ResponseChange,
  outcome: Outcome,
) {
  const followed = await followAnswer(db, context, assessmentId, change.statement_id)
  if (!followed) throw notFound('statement')
  const asAsked = asAskedOf(change.statement_id, followed)
  if (outcome === 'repeated') {
    const saved = await listStatementAnswers(db, context.scope, assessmentId, followed.id)
    return saved.map(asAsked)
  }
  const { statement_response_id: asked } = change
  const chosen = followed.responses.find(([earlier]) => earlier === asked)?.[1] ?? null
  if (chosen === null && asked !== null) throw notFound('statement')
  const moved = { ...change, statement_id: followed.id, statement_response_id: chosen }
  return answerOf(await callOnce(db, context, assessmentId, moved), asAsked)
}

async function callOnce(
  db: Db,
  { scope: { tenantId }, actor }: TurnContext,
  assessmentId: number,
  change: ResponseChange,
): Promise<SaveRow[]> {
  const claims = { tenantId, sessionId: actor.sessionId, userId: actor.id }
  const columns = saveValues(claims, assessmentId, change).map((value) => [value])
  const query = CompiledQuery.raw(SAVE_TEXT, [String(tenantId), ...columns])
  return (await db.executeQuery<SaveRow>(query)).rows
}

function outcomeOf([row]: SaveRow[]): Outcome {
  if (!row) throw new Error('Every call gets an outcome.')
  return row.outcome
}

// Saved before its assessment moved to another edition: the answer has a new statement since.
function isOfEarlierEdition(rows: SaveRow[]) {
  return outcomeOf(rows) === 'repeated' && answersIn(rows).length === 0
}

function answersIn(rows: SaveRow[]): SavedResponse[] {
  return rows
    .filter(({ statement_id }) => statement_id !== null)
    .map(({ n: _n, outcome: _outcome, saved_by: _savedBy, ...answer }) => answer)
}

const REFUSALS: Record<Exclude<Outcome, 'saved' | 'repeated' | 'stale'>, () => ApiError> = {
  busy: () => new ApiError('unavailable', 'Try again in a moment.', { retryAfter: 1 }),
  not_allowed: () => new ApiError('signed-out', 'Your session ended. Sign in to go on.'),
  not_found: () => notFound('assessment'),
  moved: () => notFound('statement'),
  closed: () => closed('answers'),
  key_reused: () => invalid('key', 'Use a new key for another choice'),
  invalid_response: () =>
    invalid('statement_response_id', 'Choose one of the responses of this statement'),
  invalid_reason: () =>
    invalid('not_applicable_reason', 'Send it with state 1 and without a response'),
  invalid_not_applicable: () =>
    invalid('not_applicable_reason', 'This statement applies to everybody: choose a response'),
  below_current: () =>
    invalid('statement_response_id', 'The future response may not be lower than the current one'),
}

function answerOf(rows: SaveRow[], asAsked: MapRow = (row) => row): SavedResponse[] {
  const outcome = outcomeOf(rows)
  const responses = answersIn(rows).map(asAsked)
  if (outcome === 'saved' || outcome === 'repeated') return responses
  if (outcome !== 'stale') throw REFUSALS[outcome]()
  const details: ResponseConflict = { responses, saved_by: rows[0]?.saved_by ?? null }
  throw new ApiError('conflict', 'This statement was answered elsewhere meanwhile.', { details })
}

function invalid(field: string, message: string) {
  return new ApiError('invalid-input', 'This answer cannot be saved.', {
    fields: { [field]: message },
  })
}
