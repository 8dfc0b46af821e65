import { Link } from '@tanstack/react-router'
import type { ReportSummary } from 'contract/assessments'
import { FileChartColumn } from 'lucide-react'
import { formatDate } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Panel } from '#ui/page.tsx'

/** Newest first, as the server sends them: what was finalised stays. */
export function ReportList({ reports }: { reports: ReportSummary[] }) {
  return (
    <Panel>
      <ul aria-label="Reports" className="divide-y">
        {reports.map((report, index) => (
          <ReportRow key={report.id} report={report} isNewest={index === 0} />
        ))}
      </ul>
    </Panel>
  )
}

function ReportRow({ report, isNewest }: { report: ReportSummary; isNewest: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <FileChartColumn
        aria-hidden="true"
        className="size-6 shrink-0 stroke-[1.5] text-subtle-foreground"
      />
      <div className="min-w-52 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-3 text-16 font-medium">
          {report.title}
          {isNewest && report.version > 1 && <Badge variant="success">Newest</Badge>}
        </h2>
        <p className="text-14 text-muted-foreground">
          Version {report.version}, finalised {formatDate(report.created_at)}
        </p>
      </div>
      <Link
        to="/action-reports/$reportId"
        params={{ reportId: String(report.id) }}
        search={{ year: report.year, type: report.type }}
        className={buttonLook(isNewest ? 'primary' : 'outline')}
      >
        View report<span className="sr-only">, version {report.version}</span>
      </Link>
    </li>
  )
}
