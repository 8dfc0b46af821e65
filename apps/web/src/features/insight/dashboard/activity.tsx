import { Link } from '@tanstack/react-router'
import type { AuditEntry } from 'contract/audit'
import { auditLabel } from 'contract/audit-labels'
import { affectedName, doneByUnnamed } from 'contract/audit-names'
import { formatMoment, formatRecent } from '#core/time.ts'
import { useTenant } from '#core/tenant.ts'
import { Section } from '#ui/section.tsx'

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** By day and by who did it, the newest first. */
export function Activity({ entries }: { entries: readonly AuditEntry[] }) {
  const days = [...Map.groupBy(entries, ({ at }) => nameOfDay(at))]
  return (
    <Section
      isRuled
      className="min-w-0"
      title="Recent activity"
      aside={
        <Link to="/admin/audit" className="link hit-44 text-14">
          View audit log
        </Link>
      }
    >
      {entries.length === 0 && (
        <p className="py-4 text-14 text-subtle-foreground">
          No changes yet. Sign-ins are in the audit log.
        </p>
      )}
      {days.map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="border-b py-2.5">
          <h3 className="text-13 text-muted-foreground">{day}</h3>
          {[...Map.groupBy(ofDay, doerOf)].map(([doer, ofDoer]) => (
            <OfDoer key={doer} entries={ofDoer} />
          ))}
        </section>
      ))}
    </Section>
  )
}

function nameOfDay(at: string) {
  return new Date(at).toDateString() === new Date().toDateString() ? 'Today' : formatRecent(at)
}

function doerOf(entry: AuditEntry) {
  return entry.actor?.name ? `user ${entry.actor.id}` : doneByUnnamed(entry)
}

function OfDoer({ entries }: { entries: readonly AuditEntry[] }) {
  const [first] = entries
  if (!first) return null
  return (
    <div className="mt-1.5">
      <p translate={first.actor?.name ? 'no' : undefined} className="truncate text-14 font-medium">
        {first.actor?.name ?? doneByUnnamed(first)}
      </p>
      <ul>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  )
}

function Row({ entry }: { entry: AuditEntry }) {
  const { action, actor, about, tenant, at } = entry
  const isPlatform = useTenant().is_platform
  const affected = actor && about?.id === actor.id ? undefined : affectedName(entry)
  return (
    <li className="flex items-baseline justify-between gap-4 py-0.5 text-14">
      <span className="min-w-0 truncate">
        <span>{affected === undefined ? auditLabel(action) : `${auditLabel(action)}: `}</span>
        {affected !== undefined && <bdi translate="no">{affected}</bdi>}
        {isPlatform && (
          <span translate="no" className="text-muted-foreground">{`, ${tenant.name}`}</span>
        )}
      </span>
      <time
        dateTime={at}
        title={formatMoment(at)}
        className="shrink-0 text-13 text-muted-foreground tabular-nums"
      >
        {CLOCK.format(new Date(at))}
      </time>
    </li>
  )
}
