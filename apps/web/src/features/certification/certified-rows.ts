import { differenceOf as compared } from 'rules/certified-labels'
import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { formatGap, formatScore } from 'rules/report-labels'

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
