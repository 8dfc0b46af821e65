import type { Statement } from 'contract/assessments'
import type { DraftElement, DraftStatement } from 'contract/draft'
import { NO_ANSWER, type Answer } from '#features/assessment/answers.ts'

/** A trial answer by response keys, which stay the same while texts change. */
export interface TriedAnswer {
  current: string | null
  future: string | null
  reason: string | null
}

export const NOT_TRIED: TriedAnswer = { current: null, future: null, reason: null }

const MOST_RESPONSES = 10

/** A draft statement as a respondent sees it. Its ids are invented from positions. */
export function statementOf(element: DraftElement, key: string): Statement | null {
  const index = element.statements.findIndex((statement) => statement.key === key)
  const statement = element.statements[index]
  if (!statement) return null
  const id = index + 1
  return {
    id,
    element_id: 0,
    number: id,
    text: statement.text || 'This statement has no text yet.',
    guidance: statement.guidance === '' ? null : statement.guidance,
    allows_not_applicable: statement.allowsNotApplicable,
    statement_responses: statement.responses.map((response, level) => ({
      id: id * (MOST_RESPONSES + 1) + level,
      statement_id: id,
      label: response.label || `Response ${level + 1}`,
      description: response.description === '' ? null : response.description,
      // An invalid value is text.
      value: typeof response.value === 'number' ? response.value : level + 1,
      asks_for_evidence: response.asksForEvidence,
    })),
  }
}

export function answerOf(
  statement: Statement,
  { responses }: DraftStatement,
  tried: TriedAnswer,
): Answer {
  const idOf = (key: string | null) => {
    const level = responses.findIndex((response) => response.key === key)
    return statement.statement_responses[level]?.id ?? null
  }
  const { reason } = tried
  return { ...NO_ANSWER, current: idOf(tried.current), future: idOf(tried.future), reason }
}

/** A current response above the future one raises the future one, as for a respondent. */
export function tried(
  { responses }: DraftStatement,
  before: TriedAnswer,
  state: 1 | 2,
  level: number,
): TriedAnswer {
  const key = responses[level]?.key ?? null
  const levelOf = (one: string | null) => responses.findIndex((response) => response.key === one)
  if (state === 2) {
    return level < levelOf(before.current) ? before : { ...before, future: key, reason: null }
  }
  const isRaised = before.future !== null && levelOf(before.future) < level
  return { current: key, future: isRaised ? key : before.future, reason: null }
}

export function actionsBetween({ responses }: DraftStatement, { current, future }: TriedAnswer) {
  const [from, to] = [current, future].map((key) =>
    responses.findIndex((response) => response.key === key),
  )
  if (from === undefined || to === undefined || from === -1 || to === -1) return []
  return responses.slice(from + 1, to + 1)
}
