import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { referenceOf } from 'rules/reference'
import { responseLabel } from '#features/reports/page/report-scale.ts'
import { breakable } from './breakable.ts'
import { rowsTogether } from './rows-together.ts'
import { isTall, sizeOf } from './row-size.ts'

/** Every statement with its answers, below its element: the sections of elements leave out what needs no words. */
export function appendixSection({ elements, kind }: ReportSnapshot) {
  return elements.flatMap((element) => rowsOf(element, kind === 'certification'))
}

function rowsOf(element: ReportElement, isCertification: boolean) {
  const rows = element.statements.map((statement) => {
    const { text, not_applicable_reason: reason } = statement
    const states = [statement.current, statement.future]
    if (isCertification) states.push(statement.certified)
    const answers = states.map((id) => responseLabel(statement, id))
    const isOpen = answers.every((answer) => answer === null)
    const missing = reason === null ? 'Not answered' : 'Does not apply'
    // The columns of answers are a quarter as wide.
    const size = Math.max(sizeOf(text), ...answers.map((answer) => 4 * sizeOf(answer)))
    return {
      reference: breakable(referenceOf(statement)),
      text,
      answers,
      missing: isOpen ? missing : null,
      isTall: isTall(size),
      size,
    }
  })
  const kept = rowsTogether(rows.map(({ size }) => size))
  const [first] = kept
  // The title stays with its first statements, unless they may need more than a page.
  const isJoined = first !== undefined && rows[0]?.isTall === false
  if (isJoined) kept[0] = 0
  const title = { title: element.title, reference: breakable(referenceOf(element)) }
  return [
    { ...title, kept: isJoined ? first + 1 : 1 },
    ...rows.map(({ size: _, ...row }, index) => ({ ...row, kept: kept[index] })),
  ]
}
