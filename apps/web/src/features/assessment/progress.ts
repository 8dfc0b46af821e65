import type { Statement } from 'contract/assessments'
import { isAnswered, levelOf, NO_ANSWER, type Answer } from './answers.ts'

/** The specification, section 4: position / total, rounded. */
export function progressPercent(position: number, total: number) {
  return total === 0 ? 0 : Math.round((position / total) * 100)
}

/** Where to go on: after the last answered statement, or on it when it is the last of all. */
export function restoredIndex(answers: readonly Answer[]) {
  const lastAnswered = answers.findLastIndex(isAnswered)
  return Math.max(0, Math.min(lastAnswered + 1, answers.length - 1))
}

export function missingWords(statements: readonly Statement[], answers: readonly Answer[]) {
  const missing = statements.filter((_, index) => !isAnswered(answers[index] ?? NO_ANSWER))
  const [first] = missing
  if (first === undefined) return null
  const numbers = new Intl.ListFormat('en-GB').format(missing.map(({ number }) => String(number)))
  const isOne = missing.length === 1
  return {
    first: statements.indexOf(first),
    text: `Statement${isOne ? '' : 's'} ${numbers} ${isOne ? 'is' : 'are'} not answered yet.`,
  }
}

/** The gap in words, its figure apart: "2 levels to close" "from Developing to Leading". */
export function gapWords(statement: Statement, answer: Answer): { lead: string; rest: string } {
  const labels = statement.statement_responses.map(({ label }) => label)
  const now = levelOf(statement, answer.current)
  const then = levelOf(statement, answer.future)
  if (now === null && then === null) return { lead: '', rest: 'Choose where you are now.' }
  if (now === null) return { lead: '', rest: 'Now choose where you are.' }
  if (then === null) return { lead: '', rest: 'Now choose where you want to be.' }
  if (then === now)
    return { lead: 'No gap.', rest: sentence(`You want to stay at ${labels[now] ?? ''}`) }
  const levels = then - now
  return {
    lead: `${levels} level${levels === 1 ? '' : 's'} to close`,
    rest: `from ${labels[now] ?? ''} to ${labels[then] ?? ''}`,
  }
}

// A response may be worded as a sentence itself.
function sentence(text: string) {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
