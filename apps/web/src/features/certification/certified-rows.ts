import { differenceOf as compared } from 'rules/certified-labels'
import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { counted, formatGap, formatScore } from 'rules/report-labels'

export interface CertifiedRow {
  element: ReportElement
  current: string
  certified: string
  future: string
  difference: { kind: 'lower' | 'higher' | 'same'; by: string; words: string }
  remarks: { id: number; number: string; text: string }[]
}

export function certifiedRows({ elements, content_set: { scale } }: ReportSnapshot) {
  return elements.map((element): CertifiedRow => ({
    element,
    current: formatScore(element.current, scale),
    certified: formatScore(element.certified, scale),
    future: formatScore(element.future, scale),
    difference: differenceOf(element, scale),
    remarks: element.statements.flatMap(({ id, number, remark }) =>
      remark ? [{ id, number, text: remark }] : [],
    ),
  }))
}

function differenceOf(
  { current, certified, statements }: ReportElement,
  scale: ReportSnapshot['content_set']['scale'],
): CertifiedRow['difference'] {
  const kind = compared(current, certified, scale) ?? 'same'
  if (kind === 'same') {
    const isAsDeclared = statements.every((each) => each.current === each.certified)
    return { kind: 'same', by: '', words: isAsDeclared ? 'As declared' : 'Equal on average' }
  }
  const by = formatGap(current, certified, scale)
  const unit = by === '1' ? 'point' : 'points'
  return { kind, by, words: scale ? kind : `${unit} ${kind}` }
}

/** "The auditor confirmed 5 of 8 elements as declared and certified 3 at a lower level." */
export function certifiedWords(snapshot: ReportSnapshot, rows: readonly CertifiedRow[]): string {
  const count = (kind: CertifiedRow['difference']['kind']) =>
    rows.filter((row) => row.difference.kind === kind).length
  const others = (['lower', 'higher'] as const)
    .filter((kind) => count(kind) > 0)
    .map((kind) => `certified ${count(kind)} at a ${kind} level`)
  const parts = [`confirmed ${count('same')} of ${counted(rows.length, 'element')} as declared`]
  const list = new Intl.ListFormat('en-GB').format([...parts, ...others])
  const { scale } = snapshot.content_set
  const [is, was] = [formatScore(snapshot.certified, scale), formatScore(snapshot.current, scale)]
  return `The auditor ${list}. The certified average is ${is}, ${is === was ? 'as' : `against ${was}`} declared.`
}
