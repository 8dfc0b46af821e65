import { scaleOf } from 'rules/scores'
import { differenceText } from 'rules/certified-labels'
import { formatScore } from 'rules/report-labels'
import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { ElementName } from '#features/charts/element-name.tsx'
import { Table, type Column } from '#features/lists/table.tsx'
import { LONG_LIST } from '#features/reports/report-parts.ts'
import { ShowMore, useFirstRows } from '#features/reports/first-rows.tsx'
import { ContentLanguage } from '#ui/content-text.tsx'
import { Section } from '#ui/section.tsx'

export function CertifiedTable({ report }: { report: ReportSnapshot }) {
  const { rows, more } = useFirstRows(report.elements, LONG_LIST)
  return (
    <Section
      id="certified"
      title="Certified results"
      level="h3"
      titleClassName="mb-3"
      className="mb-8"
    >
      <ContentLanguage of={report.content_set.language}>
        <Table
          noun="certified elements"
          columns={columnsOf(report)}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ title }) => title}
        />
      </ContentLanguage>
      <ShowMore {...more} className="mt-2" />
    </Section>
  )
}

function columnsOf(report: ReportSnapshot): Column<ReportElement>[] {
  const scale = scaleOf(report.content_set)
  const score = (key: 'current' | 'certified' | 'future', label: string) => ({
    key,
    label,
    isNumber: true,
    cell: (element: ReportElement) => formatScore(element[key], scale),
  })
  return [
    { key: 'element', label: 'Element', cell: (element) => <ElementName of={element} /> },
    score('current', 'Current'),
    score('certified', 'Certified'),
    score('future', 'Future'),
    {
      key: 'scale',
      label: 'Levels',
      cell: ({ current, certified, future }) =>
        current !== null && <LevelScale {...{ current, certified, future, scale }} />,
    },
    {
      key: 'difference',
      label: 'Difference',
      cell: ({ current, certified }) => capitalised(differenceText(current, certified, scale)),
    },
  ]
}

function capitalised(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
