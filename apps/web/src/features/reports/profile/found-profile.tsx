import type { ReportSnapshot } from 'contract/reports'
import type { ReactNode } from 'react'
import { OwnText } from '#ui/own-text.tsx'
import { findElements } from '#features/assessments/find-elements.ts'
import type { RowsProps } from './profile-rows.tsx'

interface FoundProfileProps {
  snapshot: ReportSnapshot
  find: string
  Rows: (props: RowsProps) => ReactNode
}

/** The elements of a long profile that were searched for. */
export function FoundProfile({ snapshot, find, Rows }: FoundProfileProps) {
  const found = findElements(snapshot.elements, find)
  if (found.length > 0) return <Rows snapshot={snapshot} elements={found} />
  return (
    <p className="py-4 text-15 text-subtle-foreground">
      <OwnText>No elements match your search.</OwnText>
    </p>
  )
}
