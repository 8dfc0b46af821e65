import { Link } from '@tanstack/react-router'
import type { Attention } from 'contract/dashboard'
import { MOST_STALLED } from 'contract/list-sizes'
import { FilePen, Hourglass, Library, MailWarning, type LucideIcon } from 'lucide-react'
import { can } from '#core/can.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { DashboardSection } from './-dashboard-section.tsx'

interface Item {
  Icon: LucideIcon
  title: string
  note: string
  way?: { label: string; to: string; search?: Record<string, unknown> }
}

/** What waits for somebody, with the place where it is done. */
export function AttentionList({ attention }: { attention: readonly Attention[] }) {
  const isPlatform = useTenant().is_platform
  const mayInvite = can(useUser(), 'invite-users')
  const shown = attention.filter(({ kind }) => kind !== 'invitations' || mayInvite)
  return (
    <DashboardSection title="Needs attention">
      {shown.length === 0 && (
        <p className="py-4 text-14 text-subtle-foreground">Nothing waits for anybody.</p>
      )}
      <ul>
        {shown.map((entry) => (
          <AttentionRow
            key={`${entry.kind} ${entry.id}`}
            item={ITEMS[entry.kind](entry, isPlatform)}
          />
        ))}
      </ul>
    </DashboardSection>
  )
}

function AttentionRow({ item: { Icon, title, note, way } }: { item: Item }) {
  return (
    <li className="flex items-center gap-3.5 border-b py-2.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 stroke-[1.75] text-subtle-foreground" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-medium">{title}</p>
        <p className="truncate text-13 text-muted-foreground">{note}</p>
      </div>
      {way && (
        <Link
          to={way.to}
          {...(way.search && { search: way.search })}
          aria-label={`${way.label}: ${title}, ${note}`}
          className="link hit-44 text-14"
        >
          {way.label}
        </Link>
      )}
    </li>
  )
}

const ITEMS: Record<Attention['kind'], (entry: Attention, isPlatform: boolean) => Item> = {
  invitations: ({ id, name, count }) => ({
    Icon: MailWarning,
    title: `${count} ${count === 1 ? 'invitation expires' : 'invitations expire'} within two days`,
    note: name,
    way: { label: 'Review', to: `/admin/applications/${id}/invites` },
  }),
  stalled: ({ id, name, count }, isPlatform) => ({
    Icon: Hourglass,
    title: `${stalledCount(count)} untouched for 30 days`,
    note: name,
    way: { label: 'Open', to: '/admin/users', ...(isPlatform && { search: { tenant_id: id } }) },
  }),
  'terms-draft': ({ name }) => ({
    Icon: FilePen,
    title: name,
    note: 'Draft of the next version, not published',
    way: { label: 'Edit', to: '/admin/settings/terms' },
  }),
  'content-set-draft': ({ id, name }) => ({
    Icon: Library,
    title: name,
    note: 'Draft of a content set, not published',
    way: { label: 'Open', to: `/admin/content-sets/${id}` },
  }),
}

function stalledCount(count: number) {
  if (count > MOST_STALLED) return `More than ${MOST_STALLED} assessments`
  return `${count} ${count === 1 ? 'assessment' : 'assessments'}`
}
