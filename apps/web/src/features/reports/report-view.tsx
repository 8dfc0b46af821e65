import type { Report } from 'contract/reports'
import { useState } from 'react'
import { Actions } from './report-actions.tsx'
import { Contents } from './contents.tsx'
import { EarlierReports } from './earlier-reports.tsx'
import { Elements } from './report-elements.tsx'
import { Profile } from './report-charts.tsx'
import { ReportButtons } from './report-buttons.tsx'
import { NewerVersion, ReportHead } from './report-head.tsx'
import { Figures, Headline, Introduction } from './report-summary.tsx'
import { usePrintTitle } from './use-print-title.ts'
import { useReportSearch } from './use-report-search.ts'
import { Versions } from './versions.tsx'
import { widestElement } from './widest-element.ts'
import './report.css'

/** The parts of a report; what is around them has the class `report`, which lays them out. */
export function ReportView({ report }: { report: Report }) {
  const { snapshot, versions, earlier } = report
  const [search, change] = useReportSearch()
  const [open, setOpen] = useState(() => [widestElement(snapshot)])
  usePrintTitle(`${snapshot.organisation}, ${snapshot.title}`)
  const toggle = (id: number, isOpen: boolean) =>
    setOpen((before) => [...before.filter((each) => each !== id), ...(isOpen ? [id] : [])])
  return (
    <>
      <ReportHead report={report} />
      <NewerVersion report={report} />
      <Headline snapshot={snapshot} />
      <ReportButtons id={report.id} />
      <Contents
        snapshot={snapshot}
        hasEarlier={earlier.length > 0}
        hasVersions={versions.length > 1}
        onElement={(id) => toggle(id, true)}
      />
      <div className="report-main min-w-0 space-y-10">
        <div>
          <Introduction snapshot={snapshot} />
          <Figures snapshot={snapshot} />
        </div>
        <Profile
          snapshot={snapshot}
          view={search.profile}
          onView={(profile) => change({ profile })}
        />
        <Actions snapshot={snapshot} search={search} onChange={change} />
        <Elements snapshot={snapshot} open={open} onChange={toggle} />
        {earlier.length > 0 && <EarlierReports snapshot={snapshot} earlier={earlier} />}
        {versions.length > 1 && <Versions report={report} />}
      </div>
    </>
  )
}
