import { Link } from '@tanstack/react-router'
import type { AuditEntry } from 'contract/audit'
import { auditLabel } from 'contract/audit-labels'
import { formatMoment, formatRecent } from '#core/time.ts'
import { DashboardSection } from './dashboard-section.tsx'

export function Activity({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <DashboardSection
      title="Recent activity"
      aside={
        <Link to="/admin/audit" className="link hit-44 text-14">
          View audit log
        </Link>
      }
    >
      {entries.length === 0 && (
        <p className="py-4 text-14 text-subtle-foreground">No activity yet.</p>
      )}
      <ul>
        {entries.map(({ id, action, actor, tenant, at }) => (
          <li key={id} className="flex items-center justify-between gap-4 border-b py-2.5">
            <div className="min-w-0">
              <p className="text-14 font-medium">{auditLabel(action)}</p>
              <p className="truncate text-13 text-muted-foreground">
                {actor?.name ? `${actor.name}, ${tenant.name}` : tenant.name}
              </p>
            </div>
            <time
              dateTime={at}
              title={formatMoment(at)}
              className="shrink-0 text-13 text-muted-foreground"
            >
              {formatRecent(at)}
            </time>
          </li>
        ))}
      </ul>
    </DashboardSection>
  )
}
