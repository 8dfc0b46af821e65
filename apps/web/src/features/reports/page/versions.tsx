import type { Report } from 'contract/reports'
import { formatDate } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { ReportLink } from './report-context.tsx'

export function Versions({ report: { id, versions } }: { report: Report }) {
  return (
    <section id="versions" aria-labelledby="versions-title" data-print="hide">
      <h2 id="versions-title" className="mb-3 text-21 font-semibold">
        Versions
      </h2>
      <ul className="divide-y rounded-lg border bg-card px-4 md:px-5">
        {versions.map((version, index) => (
          <li
            key={version.id}
            className="flex min-h-13 flex-wrap items-center gap-x-3 py-2 text-15"
          >
            {version.id === id ? (
              <strong aria-current="page" className="font-semibold">
                Version {version.version}
              </strong>
            ) : (
              <ReportLink report={version} className="link inline-flex min-h-9 items-center">
                Version {version.version}
              </ReportLink>
            )}
            <span className="text-muted-foreground">created {formatDate(version.created_at)}</span>
            {index === 0 && <Badge variant="success">Latest</Badge>}
            {version.id === id && <Badge>This version</Badge>}
          </li>
        ))}
      </ul>
    </section>
  )
}
