import { ReferenceRange } from '#features/assessments/reference-range.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import type { ReportPart } from '#features/reports/report-parts.ts'

/** `Supply, elements 121 to 170`, `Supply` or `Elements 1 to 50` */
export function PartTitle({ part: { name, range } }: { part: ReportPart }) {
  return (
    <OwnText>
      {name !== null && <ContentText>{name}</ContentText>}
      {range && (
        <>
          {name === null ? 'Elements ' : ', elements '}
          <ReferenceRange range={range} />
        </>
      )}
    </OwnText>
  )
}
