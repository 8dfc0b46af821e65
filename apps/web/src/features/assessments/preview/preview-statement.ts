import type { Statement } from 'contract/listed-statement'
import type { DraftElement, DraftResponse, DraftStatement } from 'contract/draft'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { stepsBetween } from 'rules/actions'
import { isRaised } from 'rules/answer-state'
import { NO_ANSWER, type Answer } from '#features/assessments/answering/answers.ts'

/** A statement with its responses, its own or the set’s. */
export type AnsweredDraft = Omit<DraftStatement, 'responses'> & {
  responses: readonly DraftResponse[]
}

/** An answer in the preview, by response keys, because these stay the same while texts change. */
export interface SampleAnswer {
  current: string | null
  future: string | null
  reason: string | null
}

export const NO_SAMPLE_ANSWER: SampleAnswer = { current: null, future: null, reason: null }

/** A draft statement as a respondent sees it. Ids are derived from positions. */
export function statementOf(element: DraftElement, statement: AnsweredDraft): Statement | null {
  const index = element.statements.findIndex(({ key }) => key === statement.key)
  if (index === -1) return null
  const id = index + 1
  return {
    id,
    element_id: 0,
    key: statement.key,
    number: id,
    text: statement.text || 'This statement has no text yet.',
    guidance: statement.guidance === '' ? null : statement.guidance,
    evidence_example: statement.evidenceExample ?? null,
    short_title: statement.shortTitle === '' ? null : statement.shortTitle,
    allows_not_applicable: statement.allowsNotApplicable,
    is_counted: statement.weight !== 0 && element.weight !== 0,
    statement_responses: statement.responses.map((response, level) => ({
      id: id * (CONTENT_LIMITS.responsesOfStatement + 1) + level,
      statement_id: id,
      label: response.label || `Response ${level + 1}`,
      description: response.description === '' ? null : response.description,
      value: valueOf(response, level),
      asks_for_evidence: requiresEvidence(statement, response, level),
      asks_for_note: requiresNote(statement, response),
    })),
  }
}

export function answerOf(
  statement: Statement,
  { responses }: AnsweredDraft,
  sample: SampleAnswer,
): Answer {
  const idOf = (key: string | null) => {
    const level = responses.findIndex((response) => response.key === key)
    return statement.statement_responses[level]?.id ?? null
  }
  const { reason } = sample
  return { ...NO_ANSWER, current: idOf(sample.current), future: idOf(sample.future), reason }
}

/** A current response raises a lower future one, as for a respondent. */
export function withChoice(
  { responses }: AnsweredDraft,
  before: SampleAnswer,
  state: 1 | 2,
  level: number,
): SampleAnswer {
  const key = responses[level]?.key ?? null
  const values = new Map(responses.map((response, at) => [response.key, valueOf(response, at)]))
  const valueAt = (one: string | null) => (one === null ? undefined : values.get(one))
  if (state === 2) {
    const isBelow = isRaised(valueAt(before.current), valueAt(key))
    return isBelow ? before : { ...before, future: key, reason: null }
  }
  const raises = isRaised(valueAt(key), valueAt(before.future))
  return { current: key, future: raises ? key : before.future, reason: null }
}

export function actionsBetween({ responses }: AnsweredDraft, { current, future }: SampleAnswer) {
  const valued = responses.map((one, level) => ({ ...one, value: valueOf(one, level) }))
  const levelOf = (key: string | null) => valued.findIndex((response) => response.key === key)
  return stepsBetween(valued, levelOf(current), levelOf(future))
}

/** Whether a response requires evidence in a certification: by its own setting, or above the lowest value by the statement's. */
export function requiresEvidence(
  { responses, asksForEvidence }: AnsweredDraft,
  response: DraftResponse,
  level: number,
) {
  const [lowest] = responses
  const isAbove = lowest !== undefined && valueOf(response, level) > valueOf(lowest, 0)
  return response.asksForEvidence || (asksForEvidence && isAbove)
}

export function requiresNote({ asksForNote }: AnsweredDraft, response: DraftResponse) {
  return response.asksForNote === true || asksForNote === true
}

// An invalid value is text.
function valueOf({ value }: DraftResponse, level: number) {
  return typeof value === 'number' ? value : level + 1
}
