import type { ReportSnapshot } from 'contract/reports'
import { type ReactNode, useState } from 'react'
import { plural } from 'rules/plural'
import { widestGapFirst } from 'rules/report-labels'
import { scaleOf } from 'rules/scores'
import { gapOf } from '#features/charts/profile.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { PartTitle } from '#features/reports/elements/part-title.tsx'
import type { RowsProps } from './profile-rows.tsx'
import type { ReportPart } from '#features/reports/report-parts.ts'
import { usePrinting } from '#features/reports/use-printing.ts'

interface GroupedProfileProps {
  snapshot: ReportSnapshot
  parts: readonly ReportPart[]
  Rows: (props: RowsProps) => ReactNode
}

/** The profile of a long set, collapsed by group. */
export function GroupedProfile({ snapshot, parts, Rows }: GroupedProfileProps) {
  return (
    <div className="rounded-lg border bg-card px-4 md:px-5 print:px-0">
      {parts.map((part) => (
        <PartProfile key={part.anchor} snapshot={snapshot} part={part} Rows={Rows} />
      ))}
    </div>
  )
}

type PartProfileProps = Omit<GroupedProfileProps, 'parts'> & { part: ReportPart }

function PartProfile({ snapshot, part, Rows }: PartProfileProps) {
  const isPrinting = usePrinting()
  const [isOpen, setOpen] = useState(false)
  const scale = scaleOf(snapshot.content_set)
  const [widest] = widestGapFirst(part.elements, scale)
  const count = plural(part.elements.length, { one: '# element', other: '# elements' })
  return (
    <Disclosure
      title={<PartTitle part={part} />}
      aside={
        <OwnText className="text-14">
          {widest ? `${count}, widest gap ${gapOf(widest, scale)}` : count}
        </OwnText>
      }
      open={isOpen || isPrinting}
      onToggle={({ currentTarget }) => isPrinting || setOpen(currentTarget.open)}
    >
      {(isOpen || isPrinting) && <Rows snapshot={snapshot} elements={part.elements} />}
    </Disclosure>
  )
}
