import {
  type ResponseChange,
  type ResponseConflict,
  type SavedResponse,
  assessments,
} from 'contract/assessments'
import { CompiledQuery } from 'kysely'
import type { BatchedContext, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, busy, notFound } from '#core/errors.ts'
import { listStatementAnswers } from '#features/assessments/assessments.queries.ts'
import { closed } from '#features/assessments/require-open-assessment.ts'
import { withIdsOfPage, followAnswer } from './follow-statement.ts'
import type { AccessClaims } from '#core/access-token.ts'
import { rolesThatMay } from '#core/permissions.ts'
import type { BatchStatement } from '#db/batch.ts'

type Outcome =
  | 'saved'
  | 'repeated'
  | 'stale'
  | 'closed'
  | 'not_found'
  | 'invalid_response'
  | 'invalid_reason'
  | 'invalid_not_applicable'
  | 'below_current'
  | 'key_reused'
  /** Another request of the same user is running. */
  | 'busy'
  /** The statement isn't of the assessment's edition. */
  | 'moved'
  /** Not signed in, or something has to be done first. */
  | 'not_allowed'

type SaveRow = SavedResponse & { n: number; outcome: Outcome; saved_by: string | null }

const roles = rolesThatMay(assessments.save.access).join(',')

/** Checks the sessions, saves and writes the history for several people (db/functions/save_responses.sql). */
const SAVE_RESPONSES: BatchStatement = {
  name: 'save_responses',
  // Taking the tenant from the setting's value makes the setting come first.
  text: `select saved.* from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound,
    save_responses(bound.tenant, '{${roles}}', $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[],
      $7::bigint[], $8::text[], $9::int[], $10::uuid[]) saved`,
}

function saveValues({ sessionId, userId }: AccessClaims, id: number, change: ResponseChange) {
  const { statement_id, state, statement_response_id, version, key } = change
  const chosen = [statement_response_id, change.not_applicable_reason]
  return [sessionId, userId, id, statement_id, state, ...chosen, version, key]
}

type TurnContext = Pick<SignedInContext, 'app' | 'scope' | 'actor'>
type MapRow = (row: SavedResponse) => SavedResponse

/** Saves one choice once, however often it is sent. A stale one changes nothing and gets the saved values. */
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
  return await inSession(async (db, actor) => {
    const turn = { app, scope, actor }
    const again = await callOnce(db, turn, assessmentId, change)
    const outcome = outcomeOf(again)
    return outcome === 'moved' || isOfEarlierEdition(again)
      ? await saveMoved(db, turn, assessmentId, change, outcome)
      : answerOf(again)
  })
}

/** Saves one of several choices in a transaction that has the user's turn (`lockAssessment`). */
export async function saveInTurn(
  db: Db,
  context: TurnContext,
  assessmentId: number,
  change: ResponseChange,
): Promise<SavedResponse[]> {
  return answerOf(await callOnce(db, context, assessmentId, change))
}

/** A choice from a page of an earlier edition is saved in the new one and answered with the ids of that page. */
async function saveMoved(
  db: Db,
  context: TurnContext,
  assessmentId: number,
  change: ResponseChange,
  outcome: Outcome,
) {
  const followed = await followAnswer(db, context, assessmentId, change.statement_id)
  if (!followed) throw notFound('statement')
  const withPageIds = withIdsOfPage(change.statement_id, followed)
  if (outcome === 'repeated') {
    const saved = await listStatementAnswers(db, context.scope, assessmentId, followed.id)
    return saved.map(withPageIds)
  }
  const { statement_response_id: earlierId } = change
  const chosen = followed.responses.find(([earlier]) => earlier === earlierId)?.[1] ?? null
  if (chosen === null && earlierId !== null) throw notFound('statement')
  const moved = { ...change, statement_id: followed.id, statement_response_id: chosen }
  return answerOf(await callOnce(db, context, assessmentId, moved), withPageIds)
}

async function callOnce(
  db: Db,
  { scope: { tenantId }, actor }: TurnContext,
  assessmentId: number,
  change: ResponseChange,
): Promise<SaveRow[]> {
  const claims = { tenantId, sessionId: actor.sessionId, userId: actor.id }
  const columns = saveValues(claims, assessmentId, change).map((value) => [value])
  const query = CompiledQuery.raw(SAVE_RESPONSES.text, [String(tenantId), ...columns])
  return (await db.executeQuery<SaveRow>(query)).rows
}

function outcomeOf([row]: SaveRow[]): Outcome {
  if (!row) throw new Error('The database function returned no result.')
  return row.outcome
}

// The choice was saved before its assessment moved, so its statement has a new id.
function isOfEarlierEdition(rows: SaveRow[]) {
  return outcomeOf(rows) === 'repeated' && answersIn(rows).length === 0
}

function answersIn(rows: SaveRow[]): SavedResponse[] {
  return rows
    .filter(({ statement_id }) => statement_id !== null)
    .map(({ n: _n, outcome: _outcome, saved_by: _savedBy, ...answer }) => answer)
}

const REFUSALS: Record<Exclude<Outcome, 'saved' | 'repeated' | 'stale'>, () => ApiError> = {
  busy,
  not_allowed: () => new ApiError('signed-out', 'Your session has ended. Sign in to continue.'),
  not_found: () => notFound('assessment'),
  moved: () => notFound('statement'),
  closed: () => closed('answers'),
  key_reused: () => invalid('key', 'This key was used for another answer. Use a new key.'),
  invalid_response: () =>
    invalid('statement_response_id', 'Choose one of this statement’s responses'),
  invalid_reason: () =>
    invalid('not_applicable_reason', 'Give a reason only for state 1, and leave out the response'),
  invalid_not_applicable: () =>
    invalid('not_applicable_reason', 'This statement always applies. Choose a response.'),
  below_current: () =>
    invalid('statement_response_id', 'The future response can’t be lower than the current one'),
}

function answerOf(rows: SaveRow[], withPageIds: MapRow = (row) => row): SavedResponse[] {
  const outcome = outcomeOf(rows)
  const responses = answersIn(rows).map(withPageIds)
  if (outcome === 'saved' || outcome === 'repeated') return responses
  if (outcome !== 'stale') throw REFUSALS[outcome]()
  const details: ResponseConflict = { responses, saved_by: rows[0]?.saved_by ?? null }
  throw new ApiError(
    'conflict',
    'This statement was answered in another tab or on another device.',
    {
      details,
    },
  )
}

function invalid(field: string, message: string) {
  return new ApiError('invalid-input', 'This answer can’t be saved.', {
    fields: { [field]: message },
  })
}
