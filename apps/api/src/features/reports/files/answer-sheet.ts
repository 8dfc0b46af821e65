import type { ReportSnapshot } from 'contract/reports'
import { responseLabel } from '#features/reports/page/report-scale.ts'
import { type Cell, type Column, PLACE, attachmentNames, placeOf } from './report-sheets.ts'

/** Every statement with its answers and what was added to them. */
export function answerRows({ kind, elements }: ReportSnapshot): Cell[][] {
  const isCertification = kind === 'certification'
  return elements.flatMap((element) =>
    element.statements.map((statement) => {
      const { current, future, certified, note, remark } = statement
      const states = [current, future, ...(isCertification ? [certified] : [])]
      return [
        ...placeOf(element, statement),
        ...states.map((id) => responseLabel(statement, id)),
        statement.not_applicable_reason,
        note || null,
        attachmentNames(statement),
        ...(isCertification ? [remark || null] : []),
      ]
    }),
  )
}

export function answerColumns({ kind }: ReportSnapshot): Column[] {
  const isCertification = kind === 'certification'
  return [
    ...PLACE,
    { header: 'Current', width: 22 },
    { header: 'Future', width: 22 },
    ...(isCertification ? [{ header: 'Certified', width: 22 }] : []),
    { header: 'Does not apply because', width: 40 },
    { header: 'Note', width: 60 },
    { header: 'Attachments', width: 40 },
    ...(isCertification ? [{ header: 'Auditor’s remark', width: 60 }] : []),
  ]
}
