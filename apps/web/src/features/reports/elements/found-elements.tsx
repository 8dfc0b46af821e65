import { OwnText } from '#ui/own-text.tsx'
import { findElements } from '#features/assessments/find-elements.ts'
import { ElementRows, type RowsProps } from './report-elements.tsx'
import { LONG_LIST } from '#features/reports/report-parts.ts'
import { ShowMore, useFirstRows } from '#features/reports/first-rows.tsx'

type FoundElementsProps = Omit<RowsProps, 'elements' | 'headingLevel'> & { find: string }

/** The elements of a long report that were searched for. */
export function FoundElements({ find, ...props }: FoundElementsProps) {
  const found = findElements(props.snapshot.elements, find, { inStatements: true })
  const { rows, more } = useFirstRows(found, LONG_LIST)
  if (found.length === 0)
    return (
      <p className="p-5 text-15 text-subtle-foreground">
        <OwnText>No elements or statements match your search.</OwnText>
      </p>
    )
  return (
    <>
      <ElementRows {...props} elements={rows} headingLevel={3} />
      <ShowMore {...more} className="px-4 md:px-5" />
    </>
  )
}
