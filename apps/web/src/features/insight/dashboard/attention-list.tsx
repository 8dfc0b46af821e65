import { isolated } from '#core/isolated.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AttentionEntry, Dashboard, ExpiringCertificates } from 'contract/dashboard'
import { MAX_STALLED } from 'contract/list-sizes'
import {
  CalendarClock,
  ClipboardCheck,
  Ellipsis,
  FilePen,
  Hourglass,
  Library,
  type LucideIcon,
  MailWarning,
  MailX,
  ShieldAlert,
} from 'lucide-react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { formatNumber, plural } from 'rules/plural'
import { formatDate, formatMoment } from '#core/time.ts'
import { formatDay } from '#features/certification/status-labels.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { useSys } from '#support/sys.ts'
import { ContentText } from '#ui/content-text.tsx'
import { Section } from '#ui/section.tsx'

interface AttentionItem {
  Icon: LucideIcon
  title: string
  /** If the title is a content set's. */
  language?: string | null
  note: string
  /** The note is an organisation or an address. */
  isName?: true
  way?: { label: string; to: string; search?: Record<string, unknown> }
}

const SCANNER_EVENTS = ['virus_scan.delayed', 'virus_scan.resumed']
const MAIL_EVENTS = ['mail.failed']

interface AttentionListProps {
  dashboard: Dashboard
  /** The page shows the reviews by themselves. */
  hasQueue: boolean
}

export function AttentionList({ dashboard, hasQueue }: AttentionListProps) {
  const { attention, ending, more, year } = dashboard
  const isPlatform = useTenant().is_platform
  const first = useFirstItems(dashboard, hasQueue)
  const isEmpty = attention.length + ending.length + first.length === 0
  // Reviews, which the page shows by themselves, are all that auditors can act on.
  if (isEmpty && hasQueue) return null
  return (
    <Section isRuled className="min-w-0" title="Needs attention">
      {isEmpty && (
        <p className="py-4 text-14 text-subtle-foreground">Nothing needs your attention.</p>
      )}
      <ul>
        {first.map((item) => (
          <AttentionRow key={item.title} item={item} />
        ))}
        {ending.map((entry) => (
          <AttentionRow key={`${entry.kind} ${entry.id}`} item={endingItem(entry, isPlatform)} />
        ))}
        {attention.map((entry) => (
          <AttentionRow
            key={`${entry.kind} ${entry.id}`}
            item={ITEMS[entry.kind](entry, isPlatform, year)}
          />
        ))}
        {more.map((kind) => (
          <AttentionRow key={kind} item={moreItem(kind, year)} />
        ))}
      </ul>
    </Section>
  )
}

function useFirstItems({ delayed_scans: scans }: Dashboard, hasQueue: boolean): AttentionItem[] {
  const mayInvite = can(useUser(), 'invite-users')
  const reviews = useWaitingReviews(hasQueue)
  const isMailOff = useSys()?.is_mail_off && mayInvite
  return [
    ...(isMailOff ? [MAIL_OFF] : []),
    ...(scans ? [scansItem(scans)] : []),
    ...(reviews ? [reviews] : []),
  ]
}

const MAIL_OFF: AttentionItem = {
  Icon: MailX,
  title: 'Email is turned off',
  note: 'Emails are on hold. Copy and share invitation links instead.',
}

const ITEMS: Record<
  AttentionEntry['kind'],
  (entry: AttentionEntry, isPlatform: boolean, year: number) => AttentionItem
> = {
  invitations: ({ id, name, count }) => ({
    Icon: MailWarning,
    title: plural(count, {
      one: '# invitation expires within 2 days',
      other: '# invitations expire within 2 days',
    }),
    note: name,
    isName: true,
    way: {
      label: 'Review',
      to: `/admin/applications/${id}/invites`,
      search: { expires: 'soon' },
    },
  }),
  'platform-invitation': ({ name }) => ({
    Icon: MailWarning,
    title: 'A platform invitation expires within 2 days',
    note: name,
    isName: true,
    way: { label: 'Review', to: '/admin/admin-invites', search: { email: name } },
  }),
  'failed-mails': ({ id, name, count }) => ({
    Icon: MailWarning,
    title: plural(count, {
      one: '# email could not be created in the last 7 days',
      other: '# emails could not be created in the last 7 days',
    }),
    note: name,
    isName: true,
    way: {
      label: 'View log',
      to: '/admin/audit',
      search: { action: MAIL_EVENTS, tenant_id: id },
    },
  }),
  stalled: ({ id, name, count }, isPlatform, year) => ({
    Icon: Hourglass,
    title: stalledTitle(count),
    note: name,
    isName: true,
    way: {
      // There they are selected and reminded.
      label: isPlatform ? 'Open' : 'Remind',
      to: '/admin/participation',
      search: { year, activity: 'stalled', ...(isPlatform && { tenant_id: id }) },
    },
  }),
  'terms-draft': ({ name }) => ({
    Icon: FilePen,
    title: name,
    note: 'Unpublished draft of the next version',
    way: { label: 'Edit', to: '/admin/settings/terms' },
  }),
  'content-set-draft': ({ id, name, language }) => ({
    Icon: Library,
    title: name,
    language,
    note: 'Unpublished draft of a content set',
    way: { label: 'Open', to: `/admin/content-sets/${id}` },
  }),
}

function moreItem(kind: Dashboard['more'][number], year: number): AttentionItem {
  return { Icon: Ellipsis, note: 'See the full list', ...MORE[kind](year) }
}

type More = Omit<AttentionItem, 'Icon' | 'note'>

const invites: More = {
  title: 'Other invitations that expire within 2 days',
  way: { label: 'View all', to: '/admin/admin-invites' },
}

const MORE: Record<Dashboard['more'][number], (year: number) => More> = {
  expired: () => ({
    title: 'Other organisations with expired certificates',
    way: { label: 'View all', to: '/admin/participation', search: { certificate: 'expired' } },
  }),
  expiring: () => ({
    title: 'Other organisations with certificates that expire soon',
    way: { label: 'View all', to: '/admin/participation', search: { certificate: 'expiring' } },
  }),
  invitations: () => invites,
  'platform-invitation': () => invites,
  'failed-mails': () => ({
    title: 'Other organisations with emails that could not be created',
    way: { label: 'View log', to: '/admin/audit', search: { action: MAIL_EVENTS } },
  }),
  stalled: (year) => ({
    title: 'Other organisations with assessments inactive for 30 days',
    way: { label: 'View all', to: '/admin/participation', search: { year, activity: 'stalled' } },
  }),
  'terms-draft': () => ({ title: 'Terms of use' }),
  'content-set-draft': () => ({
    title: 'Other content sets with drafts',
    way: { label: 'View all', to: '/admin/content-sets', search: { status: ['draft'] } },
  }),
}

function scansItem({ files, since }: NonNullable<Dashboard['delayed_scans']>): AttentionItem {
  return {
    Icon: ShieldAlert,
    title: plural(files, {
      one: '# file is waiting for a virus check',
      other: '# files are waiting for a virus check',
    }),
    note: `Virus checks have been delayed since ${formatMoment(since)}`,
    way: { label: 'View log', to: '/admin/audit', search: { action: SCANNER_EVENTS } },
  }
}

function endingItem(
  { kind, id, name, count, first }: ExpiringCertificates,
  isPlatform: boolean,
): AttentionItem {
  const { person_id: person, number } = first
  const day = formatDay(first.valid_until)
  const isOver = kind === 'expired'
  return {
    Icon: CalendarClock,
    title: plural(count, {
      one: `Certificate ${number} ${isOver ? 'expired' : 'expires'} on ${day}`,
      other: `# certificates ${isOver ? 'have expired' : 'expire soon'}, the first on ${day}`,
    }),
    note: name,
    isName: true,
    way:
      count === 1
        ? { label: 'Open', to: `/admin/users/${person}/certifications/${first.id}` }
        : {
            label: 'Open',
            to: '/admin/participation',
            search: { certificate: kind, ...(isPlatform && { tenant_id: id }) },
          },
  }
}

function stalledTitle(count: number) {
  if (count > MAX_STALLED)
    return `More than ${formatNumber(MAX_STALLED)} assessments have had no activity for 30 days`
  return plural(count, {
    one: '# assessment has had no activity for 30 days',
    other: '# assessments have had no activity for 30 days',
  })
}

function useWaitingReviews(hasQueue: boolean): AttentionItem | null {
  const mayCertify = can(useUser(), 'certify-assessments')
  const isPlatform = useTenant().is_platform
  const { data } = useQuery({
    ...api.reviews.list.query({ query: { limit: 1 } }),
    enabled: mayCertify && isPlatform && !hasQueue,
  })
  const oldest = data?.rows[0]
  if (!data || !oldest) return null
  const { total } = data
  return {
    Icon: ClipboardCheck,
    title: plural(total, {
      one: '# assessment is waiting for review',
      other: '# assessments are waiting for review',
    }),
    note: `${isolated(oldest.organisation.name)}, submitted on ${formatDate(oldest.submitted_at)}`,
    way: { label: 'Review', to: '/admin/reviews' },
  }
}

function AttentionRow({ item }: { item: AttentionItem }) {
  const { Icon, title, language, note, isName, way } = item
  return (
    <li className="flex items-center gap-3.5 border-b py-2.5">
      <Icon className="size-5 shrink-0 stroke-[1.75] text-subtle-foreground" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-medium wrap-anywhere">
          {language === undefined ? title : <ContentText language={language}>{title}</ContentText>}
        </p>
        <p className="line-clamp-2 text-13 wrap-anywhere text-muted-foreground">
          <bdi {...(isName && { translate: 'no' })}>{note}</bdi>
        </p>
      </div>
      {way && (
        <Link
          to={way.to}
          {...(way.search && { search: way.search })}
          aria-label={`${way.label}: ${isolated(title)}, ${isolated(note)}`}
          className="link hit-44 text-14"
        >
          {way.label}
        </Link>
      )}
    </li>
  )
}
