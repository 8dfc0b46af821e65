import type { ReportSnapshot } from 'contract/reports'
import { REPORT_TITLES } from 'rules/report-titles'
import { Markdown } from '#support/markdown.tsx'
import { Section } from '#ui/section.tsx'

/** The introduction that the author of the content set wrote. */
export function Introduction({ snapshot }: { snapshot: ReportSnapshot }) {
  const { introduction } = snapshot.content_set
  if (introduction === undefined) return null
  return (
    <Section id="about" title={REPORT_TITLES.about} titleClassName="text-21">
      <div className="mt-2 max-w-[660px]">
        <Markdown text={introduction} />
      </div>
    </Section>
  )
}
