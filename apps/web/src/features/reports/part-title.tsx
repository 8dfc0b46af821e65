import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import type { ReportPart } from './report-parts.ts'

/** `Supply, elements 121 to 170`, `Supply` or `Elements 1 to 50` */
export function PartTitle({ part: { group, range } }: { part: ReportPart }) {
  if (group === null) return <OwnText>{`Elements ${range}`}</OwnText>
  return (
    <OwnText>
      <ContentText>{group}</ContentText>
      {range !== null && `, elements ${range}`}
    </OwnText>
  )
}
