import type { Report } from 'contract/reports'
import { formatDate } from '#core/time.ts'
import { Alert } from '#ui/alert.tsx'
import { PageHead } from '#ui/page.tsx'
import { ReportLink } from './report-place.tsx'

export function ReportHead({ report }: { report: Report }) {
  const { snapshot, versions } = report
  return (
    <div className="report-head">
      <div className="hidden justify-between border-b pb-3 print:flex">
        <strong className="font-semibold">{snapshot.organisation}</strong>
        <span>Finalised {formatDate(snapshot.created_at)}</span>
      </div>
      <PageHead
        overline={`${snapshot.content_set.title}, finalised ${formatDate(snapshot.created_at)}`}
        title={snapshot.title}
        meta={versions.length > 1 && versionsInWords(report)}
        className="mb-5 md:mb-6 print:mt-4 print:mb-4"
      />
    </div>
  )
}

/** An old version stays readable, but nobody should take it for the last word. */
export function NewerVersion({ report: { snapshot, versions } }: { report: Report }) {
  const [newest] = versions
  if (!newest || newest.version <= snapshot.version) return null
  return (
    <Alert
      title={`This is version ${snapshot.version}.`}
      className="report-newer mb-6"
      action={
        <ReportLink report={newest} className="link">
          View version {newest.version}
        </ReportLink>
      }
    >
      Version {newest.version} was made on {formatDate(newest.created_at)} and is the newest.
    </Alert>
  )
}

/** `Version 2, made 19 November 2026; version 1 kept` */
function versionsInWords({ snapshot, versions }: Report) {
  const others = versions
    .map(({ version }) => version)
    .filter((version) => version < snapshot.version)
    .reverse()
  const made = `Version ${snapshot.version}, made ${formatDate(snapshot.created_at)}`
  if (others.length === 0) return made
  const names = new Intl.ListFormat('en-GB').format(others.map(String))
  return `${made}; ${others.length === 1 ? 'version' : 'versions'} ${names} kept`
}
