import type { AuditEntry } from 'contract/audit'
import { auditWords } from 'contract/audit-words'
import { ChevronRight } from 'lucide-react'
import { formatMoment } from '#core/time.ts'

export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const facts = factsOf(entry)
  if (facts.length === 0) return auditWords(entry.action)
  return (
    <details className="group">
      <summary className="hit-44 inline-flex list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        {auditWords(entry.action)}
        <ChevronRight
          aria-hidden="true"
          className="size-4 stroke-[1.75] text-muted-foreground transition-transform group-open:rotate-90"
        />
      </summary>
      <dl className="mt-2 mb-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13 font-normal">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="max-w-[60ch] min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function factsOf({
  subject,
  about,
  details,
  request_id,
}: AuditEntry): [name: string, value: string][] {
  const facts: [string, unknown][] = [
    ['To what', subject],
    ['Address', about?.email],
    ...Object.entries(details).map(([key, value]): [string, unknown] => [nameOf(key), value]),
    ['Request', request_id],
  ]
  return facts.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, valueOf(value)] as [string, string]],
  )
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function nameOf(key: string) {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueOf(value: unknown) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return JSON.stringify(value)
  return MOMENT.test(value) ? formatMoment(value) : value
}
