import type { Attention, Dashboard, Ending } from 'contract/dashboard'
import { MOST_STALLED } from 'contract/list-sizes'
import {
  CalendarClock,
  Ellipsis,
  FilePen,
  Hourglass,
  Library,
  MailWarning,
  ShieldAlert,
} from 'lucide-react'
import { can } from '#core/can.ts'
import { formatMoment } from '#core/time.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { formatDay } from '#features/certification/day.ts'
import { AttentionRow, type AttentionItem } from './attention-row.tsx'
import { DashboardSection } from './dashboard-section.tsx'
import { useWaitingReviews } from './use-waiting-reviews.ts'

const SCANNER_EVENTS = ['virus check delayed', 'virus check resumed']

export function AttentionList({ dashboard }: { dashboard: Dashboard }) {
  const { attention, ending, more, delayed_scans: scans, year } = dashboard
  const isPlatform = useTenant().is_platform
  const mayInvite = can(useUser(), 'invite-users')
  const reviews = useWaitingReviews()
  const shown = attention.filter(({ kind }) => kind !== 'invitations' || mayInvite)
  return (
    <DashboardSection title="Needs attention">
      {shown.length + ending.length === 0 && !reviews && !scans && (
        <p className="py-4 text-14 text-subtle-foreground">Nothing waits for anybody.</p>
      )}
      <ul>
        {scans && <AttentionRow item={scansItem(scans)} />}
        {reviews && <AttentionRow item={reviews} />}
        {ending.map((entry) => (
          <AttentionRow key={`${entry.kind} ${entry.id}`} item={endingItem(entry, isPlatform)} />
        ))}
        {shown.map((entry) => (
          <AttentionRow
            key={`${entry.kind} ${entry.id}`}
            item={ITEMS[entry.kind](entry, isPlatform, year)}
          />
        ))}
        {more
          .filter((kind) => mayInvite || kind !== 'invitations')
          .map((kind) => (
            <AttentionRow key={kind} item={moreItem(kind, year)} />
          ))}
      </ul>
    </DashboardSection>
  )
}

const ITEMS: Record<
  Attention['kind'],
  (entry: Attention, isPlatform: boolean, year: number) => AttentionItem
> = {
  invitations: ({ id, name, count }) => ({
    Icon: MailWarning,
    title: `${count} ${count === 1 ? 'invitation expires' : 'invitations expire'} within two days`,
    note: name,
    way: {
      label: 'Review',
      to: `/admin/applications/${id}/invites`,
      search: { expires: 'soon' },
    },
  }),
  'platform-invitation': ({ name }) => ({
    Icon: MailWarning,
    title: 'Invitation to the platform expires within two days',
    note: name,
    way: { label: 'Review', to: '/admin/admin-invites', search: { email: name } },
  }),
  stalled: ({ id, name, count }, isPlatform, year) => ({
    Icon: Hourglass,
    title: `${stalledCount(count)} untouched for 30 days`,
    note: name,
    way: {
      label: 'Open',
      to: '/admin/participation',
      search: { year, activity: 'stalled', ...(isPlatform && { tenant_id: id }) },
    },
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

function moreItem(kind: Dashboard['more'][number], year: number): AttentionItem {
  return { Icon: Ellipsis, note: 'All of them stand in one list', ...MORE[kind](year) }
}

type More = Omit<AttentionItem, 'Icon' | 'note'>

const invites: More = {
  title: 'More invitations expire within two days',
  way: { label: 'View all', to: '/admin/admin-invites' },
}

const MORE: Record<Dashboard['more'][number], (year: number) => More> = {
  expired: () => ({
    title: 'Certificates of more organisations have expired',
    way: { label: 'View all', to: '/admin/participation', search: { certificate: 'expired' } },
  }),
  expiring: () => ({
    title: 'Certificates of more organisations expire',
    way: { label: 'View all', to: '/admin/participation', search: { certificate: 'expiring' } },
  }),
  invitations: () => invites,
  'platform-invitation': () => invites,
  stalled: (year) => ({
    title: 'Assessments of more organisations are untouched for 30 days',
    way: { label: 'View all', to: '/admin/participation', search: { year, activity: 'stalled' } },
  }),
  'terms-draft': () => ({ title: 'Terms of use' }),
  'content-set-draft': () => ({
    title: 'More content sets are drafts',
    way: { label: 'View all', to: '/admin/content-sets', search: { status: ['draft'] } },
  }),
}

function scansItem({ files, since }: NonNullable<Dashboard['delayed_scans']>): AttentionItem {
  return {
    Icon: ShieldAlert,
    title: `${files} ${files === 1 ? 'file waits' : 'files wait'} for the virus scanner`,
    note: `Checking is delayed since ${formatMoment(since)}`,
    way: { label: 'Log', to: '/admin/audit', search: { action: SCANNER_EVENTS } },
  }
}

function endingItem({ kind, id, name, count, first }: Ending, isPlatform: boolean): AttentionItem {
  const { person_id: person, number, valid_until: day } = first
  const verb = kind === 'expired' ? ['expired', 'have expired'] : ['expires', 'expire']
  return {
    Icon: CalendarClock,
    title:
      count === 1
        ? `Certificate ${number} ${verb[0]} on ${formatDay(day)}`
        : `${count} certificates ${verb[1]}, the first on ${formatDay(day)}`,
    note: name,
    way:
      count === 1 && person !== null
        ? { label: 'Open', to: `/admin/users/${person}/certifications/${first.id}` }
        : {
            label: 'Open',
            to: '/admin/participation',
            search: { certificate: kind, ...(isPlatform && { tenant_id: id }) },
          },
  }
}

function stalledCount(count: number) {
  if (count > MOST_STALLED) return `More than ${MOST_STALLED} assessments`
  return `${count} ${count === 1 ? 'assessment' : 'assessments'}`
}
