import type { AnswerChange, ResponseChange } from 'contract/answers'
import type {
  ElementProgress,
  ResponseConflict,
  SavedAnswer,
  SavedResponse,
  SavedStatement,
} from 'contract/assessments'
import type { BatchedContext, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, busy, notFound } from '#core/errors.ts'
import { getAssessment, listStatementAnswers } from '#features/assessments/assessments.queries.ts'
import { joinStatement } from '#features/assessments/locks.queries.ts'
import {
  closed,
  completedByOwner,
  notYours,
} from '#features/assessments/require-open-assessment.ts'
import { withIdsOfPage, followAnswer } from './follow-statement.ts'
import {
  type Outcome,
  type SaveRow,
  saveInBatch,
  saveOne,
  saveResponseInBatch,
} from './save-responses.queries.ts'

type TurnContext = Pick<SignedInContext, 'app' | 'scope' | 'actor'>
type MapRow = (row: SavedResponse) => SavedResponse
type Progress = Pick<ElementProgress, 'answered' | 'to_confirm' | 'is_complete'>
type Saved = SavedStatement & { element: Progress | null }

/** Saves each choice once, however often it is sent. A stale one changes nothing and gets the saved values. */
export async function saveAnswer(
  context: BatchedContext,
  assessmentId: number,
  change: AnswerChange,
): Promise<SavedAnswer> {
  const { app, scope, claims } = context
  const rows = await saveInBatch(app.pools, scope, claims, assessmentId, change)
  return inBrief(await answerOrSaveInTurn(context, assessmentId, change, rows), change)
}

/** Saves one choice, as pages of release 0.2 send it. */
export async function saveResponse(
  context: BatchedContext,
  assessmentId: number,
  change: ResponseChange,
): Promise<SavedStatement> {
  const { app, scope, claims } = context
  const rows = await saveResponseInBatch(app.pools, scope, claims, assessmentId, change)
  const { statement_id, ...choice } = change
  const answer = { statement_id, choices: [choice] }
  return await answerOrSaveInTurn(context, assessmentId, answer, rows)
}

async function answerOrSaveInTurn(
  { app, scope, inSession }: BatchedContext,
  assessmentId: number,
  change: AnswerChange,
  rows: SaveRow[],
): Promise<Saved> {
  const needsTurn = ['busy', 'not_allowed', 'moved'].includes(outcomeOf(rows))
  if (!needsTurn && !isOfEarlierEdition(rows)) return answerOf(rows)
  return await inSession(async (db, actor) => {
    const turn = { app, scope, actor }
    const { statement_id: statementId } = change
    const asking = { userId: actor.id, to: 'answer', statementId } as const
    await joinStatement(db, scope, { id: assessmentId, statementId, asking })
    const again = await saveOne(db, turn, assessmentId, change)
    const outcome = outcomeOf(again)
    // Who may not answer has waited for nothing, so another one's lock says nothing to them.
    if (outcome === 'busy') await getAssessment(db, scope, asking, assessmentId)
    return outcome === 'moved' || isOfEarlierEdition(again)
      ? await saveMoved(db, turn, assessmentId, change, outcome)
      : answerOf(again)
  })
}

/** Saves one of several answers in a transaction that has locked the assessment. */
export async function saveInTurn(
  db: Db,
  context: TurnContext,
  assessmentId: number,
  change: AnswerChange,
): Promise<Saved> {
  return answerOf(await saveOne(db, context, assessmentId, change))
}

/** An answer from a page of an earlier edition is saved in the new one and answered with the ids of that page. */
async function saveMoved(
  db: Db,
  context: TurnContext,
  assessmentId: number,
  change: AnswerChange,
  outcome: Outcome,
): Promise<Saved> {
  const followed = await followAnswer(db, context, assessmentId, change.statement_id)
  if (!followed) throw notFound('statement')
  const withPageIds = withIdsOfPage(change.statement_id, followed)
  if (outcome === 'repeated') {
    const saved = await listStatementAnswers(db, context.scope, assessmentId, followed.id)
    return { responses: saved.map(withPageIds), element: null }
  }
  const choices = change.choices.map((choice) => {
    const { statement_response_id: earlierId } = choice
    const chosen = followed.responses.find(([earlier]) => earlier === earlierId)?.[1] ?? null
    if (chosen === null && earlierId !== null) throw notFound('statement')
    return { ...choice, statement_response_id: chosen }
  })
  const moved = { statement_id: followed.id, choices }
  await joinStatement(db, context.scope, {
    id: assessmentId,
    statementId: followed.id,
    asking: { userId: context.actor.id, to: 'answer', statementId: followed.id },
  })
  const answer = answerOf(await saveOne(db, context, assessmentId, moved), withPageIds)
  // The page has the elements of the earlier edition.
  return { ...answer, element: null }
}

function outcomeOf([row]: SaveRow[]): Outcome {
  if (!row?.outcome) throw new Error('The database function returned no outcome.')
  return row.outcome
}

// The choice was saved before its assessment moved, so its statement has a new id.
function isOfEarlierEdition(rows: SaveRow[]) {
  return outcomeOf(rows) === 'repeated' && answersIn(rows).length === 0
}

function answersIn(rows: SaveRow[]): SavedResponse[] {
  return rows
    .filter(({ statement_id }) => statement_id !== null)
    .map(
      ({ n: _n, outcome: _outcome, saved_by: _savedBy, element_id: _elementId, ...answer }) =>
        answer,
    )
}

const REFUSALS: Record<Exclude<Outcome, 'saved' | 'repeated' | 'stale'>, () => ApiError> = {
  busy,
  not_allowed: () => new ApiError('signed-out', 'Your session has ended. Sign in to continue.'),
  not_found: () => notFound('assessment'),
  moved: () => notFound('statement'),
  closed: () => closed('answers'),
  not_assigned: () => notYours('answer'),
  completed: completedByOwner,
  key_reused: () => invalid('key', 'This key was used for another answer. Use a new key.'),
  invalid_response: () =>
    invalid('statement_response_id', 'Choose one of this statement’s responses'),
  invalid_reason: () =>
    invalid(
      'not_applicable_reason',
      'Send a reason only for state 1 (now), and without a response',
    ),
  invalid_not_applicable: () =>
    invalid('not_applicable_reason', 'This statement always applies. Choose a response.'),
  below_current: () =>
    invalid('statement_response_id', 'The future response can’t be lower than the current one'),
}

function answerOf(rows: SaveRow[], withPageIds: MapRow = (row) => row): Saved {
  const outcome = outcomeOf(rows)
  const responses = answersIn(rows).map(withPageIds)
  if (outcome === 'saved' || outcome === 'repeated') return { responses, element: elementOf(rows) }
  if (outcome !== 'stale') throw REFUSALS[outcome]()
  const details: ResponseConflict = { responses, saved_by: rows[0]?.saved_by ?? null }
  throw new ApiError(
    'conflict',
    'This answer was changed while you were editing. Check the saved answer, then save again.',
    {
      details,
    },
  )
}

function inBrief({ responses, element }: Saved, { choices }: AnswerChange): SavedAnswer {
  const sentAs = (row: SavedResponse) =>
    choices.find(
      (choice) =>
        choice.state === row.state &&
        choice.statement_response_id === row.statement_response_id &&
        choice.not_applicable_reason === row.not_applicable_reason,
    )
  const brief = responses.map((row) => ({
    state: row.state,
    ...unlessAsSent(row, sentAs(row)),
    ...(row.to_confirm && { to_confirm: true }),
    ...(!element && { statement_set_id: row.statement_set_id }),
  }))
  return { responses: brief, element: element && progressInBrief(element) }
}

function unlessAsSent(row: SavedResponse, sent: AnswerChange['choices'][number] | undefined) {
  const { version, statement_response_id, not_applicable_reason } = row
  if (!sent) return { version, statement_response_id, not_applicable_reason }
  return sent.version + 1 === version ? {} : { version }
}

function progressInBrief({ answered, to_confirm, is_complete }: Progress): SavedAnswer['element'] {
  return { answered, ...(to_confirm > 0 && { to_confirm }), ...(is_complete && { is_complete }) }
}

function elementOf(rows: SaveRow[]): Progress | null {
  const progress = rows.at(-1)
  if (!progress?.element_id) return null
  const { answered, copied: to_confirm, is_complete } = progress
  return { answered, to_confirm, is_complete }
}

function invalid(field: string, message: string) {
  return new ApiError('invalid-input', 'This answer can’t be saved.', {
    fields: { [field]: message },
  })
}
