import { scaleOf } from 'rules/scores'
import type { ReportElement, ReportSnapshot, ReportStatement } from 'contract/reports'
import { formatSize } from 'contract/file-size'
import { elementVerdict } from 'rules/band-sentences'
import { formatList, plural } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { formatRange } from 'rules/report-labels'
import { elementScale, responseLabel, statementScale } from '#features/reports/page/report-scale.ts'
import { rowsTogether } from './rows-together.ts'
import { markdownBlocks } from './report-markdown.ts'
import { isTall, sizeOf } from './row-size.ts'
import { breakable } from './breakable.ts'

/** Characters above a table that are kept on its page. More could leave most of the page before empty. */
const LONGEST_HEAD = 400

/** An element with the statements that have something to do or to read. The others are one line. */
export function elementSection(element: ReportElement, { content_set: set }: ReportSnapshot) {
  const [shown, others] = [
    element.statements.filter((statement) => !isSettled(statement)),
    element.statements.filter(isSettled),
  ]
  const rows = shown.map(statementRow)
  const rest = restText(others)
  const { description, band } = element
  const kept = rowsTogether([
    ...rows.map(({ size }) => size),
    ...(rest === null ? [] : [sizeOf(rest)]),
  ])
  return {
    reference: breakable(referenceOf(element)),
    title: element.title,
    isCounted: element.is_counted ?? true,
    group: element.group,
    verdict: elementVerdict(element),
    description: description === null ? [] : markdownBlocks(description),
    staysWithTable: sizeOf(description, band?.title, band?.text) <= LONGEST_HEAD,
    range: formatRange(element.current, element.future, scaleOf(set)),
    scale: elementScale(element, scaleOf(set)),
    band: band && { title: band.title, blocks: markdownBlocks(band.text) },
    statements: rows.map((row, index) => ({ ...row, kept: kept[index] })),
    rest: rest === null ? null : { text: rest, kept: kept[rows.length] },
  }
}

/** An answer without a gap to which nothing was added. */
function isSettled({ current, future, certified, note, remark, attachments }: ReportStatement) {
  return (
    current !== null &&
    current === future &&
    (certified === null || certified === current) &&
    !note &&
    !remark &&
    !attachments?.length
  )
}

function restText(others: readonly ReportStatement[]) {
  if (others.length === 0) return null
  const references = others.map(referenceOf).join(', ')
  return plural(others.length, {
    one: `# statement without a gap: ${references}`,
    other: `# statements without a gap: ${references}`,
  })
}

function statementRow(statement: ReportStatement) {
  const { text, note, remark = null } = statement
  const { next_step: nextStep, not_applicable_reason: reason } = statement
  const files = attachedFiles(statement)
  const current = responseLabel(statement, statement.current)
  const future = responseLabel(statement, statement.future)
  const certified = responseLabel(statement, statement.certified)
  // The column of the next step is half as wide.
  const size = Math.max(
    sizeOf(text, note, remark, files, reason, current, future, certified),
    2 * sizeOf(nextStep),
  )
  return {
    reference: breakable(referenceOf(statement)),
    text,
    isCounted: statement.is_counted ?? true,
    answers: [
      ...(current ? [{ mark: 'current', word: 'Now', label: current }] : []),
      ...(future && future !== current ? [{ mark: 'future', word: 'Future', label: future }] : []),
      ...(certified ? [{ mark: 'certified', word: 'Certified', label: certified }] : []),
    ],
    scale: statementScale(statement),
    nextStep,
    note,
    files,
    remark,
    reason,
    isOpen: current === null && reason === null,
    size,
    isTall: isTall(size),
  }
}

function attachedFiles({ attachments }: ReportStatement) {
  const files = attachments?.map(({ file_name, size }) => `${file_name} (${formatSize(size)})`)
  return files?.length ? formatList(files) : null
}
