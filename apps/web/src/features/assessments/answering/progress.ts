import type { Quiz } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { answerState, continueAt, targetOf } from 'rules/answer-state'
import { isolated } from 'rules/language'
import { formatList, formatNumber, plural } from 'rules/plural'
import { hasText, isNoteRequired } from 'rules/required-notes'
import { statementReference } from 'rules/reference'
import { isAnswered, levelOf, NO_ANSWER, valueOf, type Answer } from './answers.ts'

/** Position / total, rounded. */
export function progressPercent(position: number, total: number) {
  return total === 0 ? 0 : Math.round((position / total) * 100)
}

export function restoredIndex(answers: readonly Answer[]) {
  return continueAt(answers.map(answerState))
}

export interface MissingAnswers {
  statements: readonly Statement[]
  text: string
}

export function missingAnswers(
  { statements, element }: Pick<Quiz, 'statements'> & { element: Pick<Quiz['element'], 'number'> },
  answers: readonly Answer[],
  noteOf: (statement: Statement) => string,
): MissingAnswers | null {
  const answerOf = (index: number) => answers[index] ?? NO_ANSWER
  const open = statements.filter((_, index) => !isAnswered(answerOf(index)))
  const unexplained = statements.filter(
    (one, index) => !open.includes(one) && isNoteMissing(one, answerOf(index), noteOf(one)),
  )
  const missing = statements.filter((one) => open.includes(one) || unexplained.includes(one))
  if (missing.length === 0) return null
  const list = (some: readonly Statement[]) =>
    formatList(some.map((one) => isolated(statementReference(one, element))))
  const texts = [
    { some: open, one: 'hasn’t been answered yet', other: 'haven’t been answered yet' },
    { some: unexplained, one: 'needs a note', other: 'need a note' },
  ].flatMap(({ some, one, other }) =>
    some.length === 0
      ? []
      : plural(
          some.length,
          { one: `Statement {list} ${one}.`, other: `Statements {list} ${other}.` },
          { list: list(some) },
        ),
  )
  return { statements: missing, text: texts.join(' ') }
}

/** Whether the current response requires a note that isn't written yet. */
export function isNoteMissing(statement: Statement, { current }: Answer, note: string) {
  return isNoteRequired(statement.statement_responses, current) && !hasText(note)
}

/** "2 of 6 answered" */
export function answeredText(answers: readonly Answer[]) {
  const count = formatNumber(answers.filter(isAnswered).length)
  return `${count} of ${formatNumber(answers.length)} answered`
}

/** How many futures were left as they were preset. */
export function sameText(answers: readonly Answer[]) {
  const same = answers.filter((answer) => targetOf(answer) === 'same').length
  const all = plural(answers.length, { one: '# future response', other: '# future responses' })
  const verb = same === 1 || answers.length === 1 ? 'is' : 'are'
  return `${formatNumber(same)} of ${all} ${verb} the same as now`
}

/** The gap in words, for example `Gap of 2 levels` and `from Developing to Leading`. */
export function gapText(statement: Statement, answer: Answer): { lead: string; rest: string } {
  const labels = statement.statement_responses.map(({ label }) => label)
  const now = levelOf(statement, answer.current)
  const then = levelOf(statement, answer.future)
  if (now === null && then === null) return { lead: '', rest: 'Choose where we are now.' }
  if (now === null) return { lead: '', rest: 'Next, choose where we are now.' }
  if (then === null) return { lead: 'Where do we want to be?', rest: '' }
  const [from, to] = [labels[now] ?? '', labels[then] ?? '']
  if (then === now) return { lead: 'No gap.', rest: sentence(`We want to stay at ${from}`) }
  const levels = levelsBetween(statement, answer)
  if (levels === 0) return { lead: 'No gap.', rest: `${from} and ${to} have the same value.` }
  return {
    lead: plural(levels, { one: 'Gap of # level', other: 'Gap of # levels' }),
    rest: `from ${from} to ${to}`,
  }
}

/** Why the future response isn't the chosen one any more. */
export function raisedText(statement: Statement, { future }: Answer, from: number) {
  const label = (id: number | null) =>
    statement.statement_responses[levelOf(statement, id) ?? -1]?.label ?? ''
  return {
    lead: 'The target was raised.',
    rest: `A target can’t be lower than where we are now, so ${label(from)} became ${sentence(label(future))}`,
  }
}

/** Values above the current response's, up to the future one's. */
export function levelsBetween(statement: Statement, { current, future }: Answer) {
  const [from, to] = [valueOf(statement, current), valueOf(statement, future)]
  if (from === undefined || to === undefined) return 0
  const values = statement.statement_responses.map(({ value }) => value)
  return new Set(values.filter((value) => value > from && value <= to)).size
}

// A response may end with a full stop itself.
function sentence(text: string) {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
