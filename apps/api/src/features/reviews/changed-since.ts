import type { ReviewStatement } from 'contract/reviews'
import type { Before } from './changes.queries.ts'
import type { Declared } from './declared.ts'

/** What the respondent changed of a statement since auditors saw it; null where nothing is other. */
export function changedSince(
  before: Before | undefined,
  declared: Declared,
): ReviewStatement['changed'] {
  if (!before) return null
  const { id } = declared.statement
  const what = {
    ...answersOf(before, declared),
    note: before.notes.includes(id),
    ...filesOf(before, id),
  }
  return Object.values(what).some(Boolean) ? { round: before.round, ...what } : null
}

function answersOf({ answers }: Before, { statement, current, future, reason }: Declared) {
  const was = (state: number) =>
    answers.find((one) => one.statement_id === statement.id && one.state === state)
  const [before, wanted] = [was(1), was(2)?.statement_response_id ?? null]
  const isSame =
    before?.statement_response_id === current && before.not_applicable_reason === reason
  const said = (wish: number | null | undefined) => ({
    before: statement.responses.find(({ id }) => id === wish)?.label ?? null,
  })
  return {
    is_new: before === undefined,
    current: isSame ? null : said(before?.statement_response_id),
    future: wanted === future ? null : said(wanted),
  }
}

function filesOf({ files }: Before, statementId: number) {
  const { added = 0, removed = 0 } =
    files.find(({ statement_id }) => statement_id === statementId) ?? {}
  return { files_added: added, files_removed: removed }
}
