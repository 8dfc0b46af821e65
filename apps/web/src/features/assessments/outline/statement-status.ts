import type { Statement } from 'contract/listed-statement'
import { answerState } from 'rules/answer-state'
import { type Answer, isAnswered } from '#features/assessments/answering/answers.ts'

export type StatementStatus = 'not-saved' | 'answered' | 'to-confirm' | 'skipped' | 'open'

/** Skipped: not answered, although a later statement was answered or is open. */
export function statementStatuses(
  answers: readonly Answer[],
  index: number,
  isRefused: (index: number) => boolean = () => false,
): StatementStatus[] {
  const reached = Math.max(index, answers.findLastIndex(isAnswered))
  return answers.map((answer, at) => {
    if (isRefused(at)) return 'not-saved'
    const state = answerState(answer)
    if (state !== 'open') return state
    return at < reached ? 'skipped' : 'open'
  })
}

const MAX_TITLE = 48

/** The author's short title, else the first words. */
export function shortTitleOf({ short_title, text }: Pick<Statement, 'short_title' | 'text'>) {
  if (short_title !== null) return short_title
  if (text.length <= MAX_TITLE) return text
  const cut = text.slice(0, MAX_TITLE + 1)
  const end = cut.lastIndexOf(' ')
  return `${text.slice(0, end > 0 ? end : MAX_TITLE).replace(/[\s,;:.–-]+$/, '')}…`
}
