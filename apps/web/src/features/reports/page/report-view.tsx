import { isolated } from '#core/isolated.ts'
import type { Report, ReportSnapshot } from 'contract/reports'
import { widestGapFirst } from 'rules/report-labels'
import { scaleOf } from 'rules/scores'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { formatList, plural } from 'rules/plural'
import { lazyPart } from '#core/lazy-part.ts'
import { formatDate } from '#core/time.ts'
import { HostMark } from '#support/tenant-mark.tsx'
import { Alert } from '#ui/alert.tsx'
import { ContentLanguage, ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { PageHead } from '#ui/page.tsx'
import { EarlierReports } from './earlier-reports.tsx'
import { Actions } from './report-actions.tsx'
import { ReportButtons } from './report-buttons.tsx'
import { Profile } from '#features/reports/profile/report-charts.tsx'
import { Elements } from '#features/reports/elements/report-elements.tsx'
import { anchorOf, reportParts } from '#features/reports/report-parts.ts'
import { InReportLanguage } from '#features/reports/report-language.tsx'
import { ReportLink, useIsOwnReport, useReportSearch } from './report-context.tsx'
import { PlannedPosition, WithPlan } from '#features/reports/plan/add-to-plan.tsx'
import { ReportTabs } from '#features/reports/plan/report-tabs.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Introduction } from './report-introduction.tsx'
import { Next } from './report-next.tsx'
import { Change, Figures, Headline } from './report-summary.tsx'
import { useOpenParts } from '#features/reports/use-open-parts.ts'
import './report.css'

// Shown on wide screens only; its column stays empty while it loads.
const Contents = lazyPart(() => import('./contents.tsx'), 'Contents')
// On its own tab.
const PlanTab = lazyPart(() => import('#features/reports/plan/plan-tab.tsx'), 'PlanTab')
// At the end of the report, if there are other versions.
const Versions = lazyPart(() => import('./versions.tsx'), 'Versions')

export function ReportView({ report }: { report: Report }) {
  const { snapshot, assessment_id: assessmentId } = report
  const [{ tab }] = useReportSearch()
  if (!useIsOwnReport())
    return (
      <InReportLanguage snapshot={snapshot} className="report">
        <ReportParts report={report} />
      </InReportLanguage>
    )
  if (tab === 'plan') return <PlanOfReport report={report} />
  return (
    <InReportLanguage snapshot={snapshot} className="report">
      <WithPlan {...{ assessmentId, snapshot }}>
        <ReportParts report={report} />
      </WithPlan>
    </InReportLanguage>
  )
}

function PlanOfReport({ report }: { report: Report }) {
  const { snapshot, assessment_id: assessmentId } = report
  return (
    <ContentLanguage of={snapshot.content_set.language}>
      <ReportHead report={report} tabs={<ReportTabs shown="plan" />} />
      <Suspense fallback={<SkeletonRows label="Loading the plan" />}>
        <PlanTab {...{ assessmentId, snapshot }} />
      </Suspense>
    </ContentLanguage>
  )
}

function ReportParts({ report }: { report: Report }) {
  const { snapshot, versions, earlier } = report
  const isOwn = useIsOwnReport()
  const [search, change] = useReportSearch()
  const parts = useMemo(() => reportParts(snapshot.elements), [snapshot])
  const open = useOpenParts(parts, widestElement(snapshot))
  const compared = earlier.find(({ id }) => id === search.compare) ?? earlier[0]
  usePrintTitle(`${isolated(snapshot.organisation)}, ${snapshot.title}`)
  return (
    <>
      <ReportHead report={report} tabs={isOwn && <ReportTabs shown={undefined} />} />
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
        <div>
          <Figures snapshot={snapshot} earlier={compared} />
          <PlannedPosition />
        </div>
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

function ReportHead({ report, tabs }: { report: Report; tabs: ReactNode }) {
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
            {snapshot.scope !== undefined && (
              <>
                {'. Scope: '}
                <ContentText>{snapshot.scope}</ContentText>
              </>
            )}
          </OwnText>
        }
        title={<OwnText>{snapshot.title}</OwnText>}
        meta={versions.length > 1 && <OwnText>{versionsText(report)}</OwnText>}
        className="mb-5 md:mb-6 print:mt-4 print:mb-4"
      />
      {tabs}
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
