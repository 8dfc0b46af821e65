import { isolated } from '#core/isolated.ts'
import type { Report, ReportSnapshot } from 'contract/reports'
import { widestGapFirst } from 'rules/report-labels'
import { scaleOf } from 'rules/scores'
import { Suspense, useEffect, useMemo } from 'react'
import { formatList, plural } from 'rules/plural'
import { lazyPart } from '#core/lazy-part.ts'
import { formatDate } from '#core/time.ts'
import { HostMark } from '#support/tenant-mark.tsx'
import { Alert } from '#ui/alert.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { PageHead } from '#ui/page.tsx'
import { EarlierReports } from './earlier-reports.tsx'
import { Actions } from './report-actions.tsx'
import { ReportButtons } from './report-buttons.tsx'
import { Profile } from '#features/reports/profile/report-charts.tsx'
import { Elements } from '#features/reports/elements/report-elements.tsx'
import { anchorOf, reportParts } from '#features/reports/report-parts.ts'
import { InReportLanguage } from '#features/reports/report-language.tsx'
import { ReportLink, useReportSearch } from './report-context.tsx'
import { Introduction } from './report-introduction.tsx'
import { Next } from './report-next.tsx'
import { Change, Figures, Headline } from './report-summary.tsx'
import { useOpenParts } from '#features/reports/use-open-parts.ts'
import './report.css'

// Shown on wide screens only; its column stays empty while it loads.
const Contents = lazyPart(() => import('./contents.tsx'), 'Contents')
// At the end of the report, if there are other versions.
const Versions = lazyPart(() => import('./versions.tsx'), 'Versions')

export function ReportView({ report }: { report: Report }) {
  return (
    <InReportLanguage snapshot={report.snapshot} className="report">
      <ReportParts report={report} />
    </InReportLanguage>
  )
}

function ReportParts({ report }: { report: Report }) {
  const { snapshot, versions, earlier } = report
  const [search, change] = useReportSearch()
  const parts = useMemo(() => reportParts(snapshot.elements), [snapshot])
  const open = useOpenParts(parts, widestElement(snapshot))
  const compared = earlier.find(({ id }) => id === search.compare) ?? earlier[0]
  usePrintTitle(`${isolated(snapshot.organisation)}, ${snapshot.title}`)
  return (
    <>
      <ReportHead report={report} />
      <NewerVersion report={report} />
      <div id="summary" className="report-headline scroll-mt-8 space-y-2">
        <Headline snapshot={snapshot} />
        <Change snapshot={snapshot} earlier={compared} />
      </div>
      <ReportButtons id={report.id} />
      <Suspense>
        <Contents
          parts={parts}
          open={open}
          hasNext={snapshot.current !== null}
          compared={compared?.year}
          hasVersions={versions.length > 1}
        />
      </Suspense>
      <div className="report-main min-w-0 space-y-10 print:space-y-6">
        <Figures snapshot={snapshot} earlier={compared} />
        <Next snapshot={snapshot} onShowRoute={() => change({ actions: 'path' })} />
        {compared && (
          <EarlierReports
            {...{ snapshot, earlier }}
            chosen={compared}
            onChoose={(compare) => change({ compare })}
          />
        )}
        <Introduction snapshot={snapshot} />
        <Profile
          snapshot={snapshot}
          view={search.profile}
          onView={(profile) => change({ profile })}
        />
        <Actions snapshot={snapshot} search={search} onChange={change} />
        <Elements snapshot={snapshot} parts={parts} open={open} />
        {versions.length > 1 && (
          <Suspense>
            <Versions report={report} />
          </Suspense>
        )}
      </div>
    </>
  )
}

function usePrintTitle(title: string) {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--print-title', `"${CSS.escape(title)}"`)
    return () => void style.removeProperty('--print-title')
  }, [title])
}

function widestElement({ elements, content_set: set }: ReportSnapshot) {
  const [widest] = widestGapFirst(elements, scaleOf(set))
  return widest && anchorOf(widest.id)
}

function ReportHead({ report }: { report: Report }) {
  const { snapshot, versions } = report
  return (
    <div className="report-head">
      <div className="hidden items-center justify-between gap-4 border-b pb-3 print:flex">
        <span className="flex items-center gap-3">
          <HostMark />
          <strong className="font-semibold">
            <bdi translate="no">{snapshot.organisation}</bdi>
          </strong>
        </span>
        <span className="text-13 text-muted-foreground">
          Finalised {formatDate(snapshot.created_at)}
        </span>
      </div>
      <PageHead
        overline={
          <OwnText>
            <ContentText>{snapshot.content_set.title}</ContentText>
            {`, finalised ${formatDate(snapshot.created_at)}`}
          </OwnText>
        }
        title={<OwnText>{snapshot.title}</OwnText>}
        meta={versions.length > 1 && <OwnText>{versionsText(report)}</OwnText>}
        className="mb-5 md:mb-6 print:mt-4 print:mb-4"
      />
    </div>
  )
}

function NewerVersion({ report: { snapshot, versions } }: { report: Report }) {
  const [newest] = versions
  if (!newest || newest.version <= snapshot.version) return null
  return (
    <Alert
      title={<OwnText>{`This is version ${snapshot.version}.`}</OwnText>}
      className="report-newer mb-6"
      action={
        <ReportLink report={newest} className="link">
          View version {newest.version}
        </ReportLink>
      }
    >
      <OwnText>
        {`The latest version, version ${newest.version}, was created on ${formatDate(newest.created_at)}.`}
      </OwnText>
    </Alert>
  )
}

/** `Version 2, created 19 November 2026. Version 1 is still available.` */
function versionsText({ snapshot, versions }: Report) {
  const others = versions
    .map(({ version }) => version)
    .filter((version) => version < snapshot.version)
    .reverse()
  const own = `Version ${snapshot.version}, created ${formatDate(snapshot.created_at)}`
  if (others.length === 0) return own
  const names = formatList(others.map(String))
  const rest = plural(others.length, {
    one: `Version ${names} is still available.`,
    other: `Versions ${names} are still available.`,
  })
  return `${own}. ${rest}`
}
