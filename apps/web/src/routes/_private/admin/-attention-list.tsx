import type { Attention } from 'contract/dashboard'
import { MOST_STALLED } from 'contract/list-sizes'
import { FilePen, Hourglass, Library, MailWarning } from 'lucide-react'
import { can } from '#core/can.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { AttentionRow, type AttentionItem } from './-attention-row.tsx'
import { DashboardSection } from './-dashboard-section.tsx'
import { useWaitingReviews } from './-use-waiting-reviews.ts'

/** What waits for somebody, with the place where it is done. */
export function AttentionList({ attention }: { attention: readonly Attention[] }) {
  const isPlatform = useTenant().is_platform
  const mayInvite = can(useUser(), 'invite-users')
  const reviews = useWaitingReviews()
  const shown = attention.filter(({ kind }) => kind !== 'invitations' || mayInvite)
  return (
    <DashboardSection title="Needs attention">
      {shown.length === 0 && !reviews && (
        <p className="py-4 text-14 text-subtle-foreground">Nothing waits for anybody.</p>
      )}
      <ul>
        {reviews && <AttentionRow item={reviews} />}
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

const ITEMS: Record<Attention['kind'], (entry: Attention, isPlatform: boolean) => AttentionItem> = {
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
