import { Link } from '@tanstack/react-router'
import type { ReportSummary } from 'contract/assessments'
import { FileCheck2 } from 'lucide-react'
import { formatDate } from '#core/time.ts'

interface ResultReportsProps {
  /** Whose they are. */
  personId: string
  reports: readonly ReportSummary[]
}

/** Which reports were made, to open and read. */
export function ResultReports({ personId, reports }: ResultReportsProps) {
  if (reports.length === 0)
    return <p className="mt-3 text-14 text-muted-foreground">No report was made yet.</p>
  return (
    <ul aria-label="Reports" className="mt-3 divide-y rounded-lg border bg-card">
      {reports.map(({ id, title, version, created_at }) => (
        <li key={id} className="flex items-center gap-3 px-4 py-3 text-14">
          <FileCheck2
            aria-hidden="true"
            className="size-5 shrink-0 stroke-[1.75] text-muted-foreground"
          />
          <span className="min-w-0 flex-1 font-medium">
            <Link
              to="/admin/users/$id/reports/$reportId"
              params={{ id: personId, reportId: String(id) }}
              className="link hit-44"
            >
              {title}
              {version > 1 && `, version ${version}`}
            </Link>
          </span>
          <span className="text-muted-foreground">{formatDate(created_at)}</span>
        </li>
      ))}
    </ul>
  )
}
