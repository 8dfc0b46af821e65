import type { Overview, ReportSummary } from 'contract/assessments'
import { Link } from '@tanstack/react-router'
import { FileChartColumn, FileCheck2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { verdictInShort } from 'rules/band-sentences'
import { formatNumber, plural } from 'rules/plural'
import { useTenant } from '#core/tenant.ts'
import { formatDate } from '#core/time.ts'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { Button } from '#ui/button.tsx'
import { ProgressSteps } from '#ui/progress.tsx'
import { MarkedSentence } from '#ui/sentence.tsx'
import { positionText } from './position-text.ts'

export function OverviewReports({ overview }: { overview: Overview }) {
  const { year } = overview
  const choice = choiceOf(overview)
  const reports = overview.reports.filter(({ kind }) => kind === 'action')
  const own = reports.find((report) => report.year === year)
  const earlier = reports.find((report) => report.year < year)
  return (
    <section aria-labelledby="reports" className="mt-10">
      <h2 id="reports" className="mb-3 text-18 font-semibold">
        Reports for {year}
      </h2>
      <div className="grid divide-y rounded-lg border bg-card md:auto-cols-fr md:grid-flow-col md:divide-x md:divide-y-0">
        {own ? (
          <Finished
            title="Action report"
            report={own}
            position={positionText(own, earlier, overview)}
            choice={choice}
            isRenewed={overview.is_report_pending}
            verdict={overview.verdict}
          />
        ) : (
          <Coming overview={overview} />
        )}
        {earlier && (
          <Finished title={`${earlier.year} action report`} report={earlier} choice={choice} />
        )}
      </div>
    </section>
  )
}

interface FinishedProps {
  title: string
  report: ReportSummary
  choice: ReturnType<typeof choiceOf>
  /** A sentence. */
  position?: string
  isRenewed?: boolean
  verdict?: Overview['verdict']
}

function Finished(props: FinishedProps) {
  const { title, report, choice, position = '', isRenewed, verdict } = props
  const { id, year, type, version, created_at } = report
  return (
    <Cell
      icon={<FileCheck2 />}
      title={title}
      text={
        isRenewed
          ? `Version ${version + 1} is being created.`
          : `${position} ${finishedText(version, formatDate(created_at))}`.trim()
      }
      {...(verdict && { verdict: <MarkedSentence>{verdictInShort(verdict)}</MarkedSentence> })}
    >
      <Button asChild variant="outline">
        <Link
          to="/action-reports/$reportId"
          params={{ reportId: String(id) }}
          search={{ year, type, ...choice }}
          aria-label={`View report: ${title}`}
        >
          View report
        </Link>
      </Button>
    </Cell>
  )
}

function finishedText(version: number, day: string) {
  return version > 1 ? `Version ${version}, finalised ${day}` : `Finalised ${day}`
}

function Coming({
  overview: { elements, is_report_pending, assessment, year },
}: {
  overview: Overview
}) {
  const { year: currentYear } = useTenant()
  const required = elements.filter((element) => element.is_required)
  const done = required.filter((element) => element.is_complete).length
  if (is_report_pending) {
    return (
      <Cell icon={<FileChartColumn />} title="Action report" text="Your report is being created." />
    )
  }
  // Only this year's assessment can be started.
  if (assessment === null && year < currentYear)
    return (
      <Cell
        icon={<FileChartColumn />}
        title="Action report"
        text={`No assessment was started for ${year}.`}
      />
    )
  const count = required.length
  // Completing any element then creates the report.
  if (count === 0)
    return (
      <Cell
        icon={<FileChartColumn />}
        title="Action report"
        text="Ready when one element is complete."
      />
    )
  const left = `${formatNumber(count - done)} to go.`
  const text = plural(
    count,
    count === elements.length
      ? {
          one: 'Ready when the element is complete.',
          other: `Ready when all # elements are complete. ${left}`,
        }
      : {
          one: 'Ready when the required element is complete.',
          other: `Ready when all # required elements are complete. ${left}`,
        },
  )
  return (
    <Cell icon={<FileChartColumn />} title="Action report" text={text}>
      <ProgressSteps
        label={`${formatNumber(done)} of ${formatNumber(count)}`}
        count={count}
        done={done}
        className="w-40 max-w-full"
      />
    </Cell>
  )
}

interface CellProps {
  icon: ReactNode
  title: string
  text: string
  verdict?: ReactNode
  children?: ReactNode
}

function Cell({ icon, title, text, verdict, children }: CellProps) {
  return (
    <div className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
      <span
        aria-hidden="true"
        className="text-muted-foreground [&_svg]:size-6 [&_svg]:stroke-[1.75]"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-medium">{title}</h3>
        {verdict && <p className="text-15 wrap-anywhere">{verdict}</p>}
        <p className="text-15 text-muted-foreground">{text}</p>
      </div>
      <div className="max-md:w-full max-md:pl-10">{children}</div>
    </div>
  )
}
