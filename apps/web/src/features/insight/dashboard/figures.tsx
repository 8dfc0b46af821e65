import { Link } from '@tanstack/react-router'
import type { Dashboard, ParticipationCounts } from 'contract/dashboard'
import { can } from '#core/can.ts'
import { formatList, formatNumber, plural } from 'rules/plural'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'

interface Way {
  to: string
  search?: Record<string, unknown>
}

interface Figure extends Way {
  label: string
  count: number
  note?: string
  parts?: (Way & { text: string })[]
}

export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { figures } = dashboard
  const user = useUser()
  const isPlatform = useTenant().is_platform
  const isReviewer = isPlatform && can(user, 'certify-assessments')
  const shown = figuresOf(dashboard, { isPlatform, isReviewer })
  const invites = `/admin/applications/${user.tenant.id}/invites`
  const invitations: Figure = {
    label: 'Invitations',
    count: figures.invitations,
    ...(isPlatform
      ? {
          to: '/admin/admin-invites',
          note: formatList(waiting(figures).map(({ text }) => text)),
        }
      : { to: invites, parts: waiting(figures).map((part) => ({ ...part, to: invites })) }),
  }
  const four = can(user, 'invite-users') ? [...shown.slice(0, 3), invitations] : shown
  return (
    <ul className="mb-10 grid grid-cols-2 border-y py-4 lg:grid-cols-4">
      {four.map((figure) => (
        <li
          key={figure.label}
          className="px-4 py-1 max-lg:odd:pl-0 lg:border-l lg:first:border-l-0 lg:first:pl-0"
        >
          <FigureLinks figure={figure} />
        </li>
      ))}
    </ul>
  )
}

function FigureLinks({ figure }: { figure: Figure }) {
  const { label, count, note, parts = [], ...way } = figure
  return (
    <div className="text-14">
      <Link {...way} className="group">
        <span className="block text-subtle-foreground group-hover:underline">{label}</span>
        <span className="mr-2 text-33 font-semibold tabular-nums">{formatNumber(count)}</span>
        {note && <span className="text-muted-foreground">{note}</span>}
      </Link>
      {parts.map(({ text, ...part }) => (
        <Link
          key={text}
          {...part}
          className="mr-2 inline-block py-1 text-muted-foreground hover:underline"
        >
          {text}
        </Link>
      ))}
    </div>
  )
}

interface Viewer {
  isPlatform: boolean
  isReviewer: boolean
}

/** What waits for someone comes first. */
function figuresOf(dashboard: Dashboard, { isPlatform, isReviewer }: Viewer): Figure[] {
  const { figures, year } = dashboard
  const { organisations, organisations_joined, people, people_active } = figures
  const to = '/admin/participation'
  const search = { year, type: 'self_assessment' }
  // The people of the first row of the participation, so that both add up.
  const counts = selfAssessed(dashboard)
  const all = counts.not_started + counts.in_progress + counts.completed
  const parts = [{ text: ofPeople(all, year), to, search }]
  const organisationCount: Figure = {
    label: 'Organisations',
    count: organisations,
    note: organisations_joined > 0 ? `${formatNumber(organisations_joined)} joined this month` : '',
    to: '/admin/applications',
  }
  const completed: Figure = {
    label: 'Self-assessments completed',
    count: counts.completed,
    parts,
    to,
    search: { ...search, activity: 'complete' },
  }
  const users: Figure = {
    label: 'Users',
    count: people,
    note:
      people > 0 && people_active === people
        ? 'all active'
        : `${formatNumber(people_active)} active`,
    to: '/admin/users',
  }
  return [
    {
      label: 'Awaiting certification',
      count: figures.in_review,
      note: plural(figures.in_review, { one: 'assessment', other: 'assessments' }),
      ...(isReviewer ? { to: '/admin/reviews' } : { to, search: { state: ['in_review'] } }),
    },
    {
      label: 'Self-assessments in progress',
      count: counts.in_progress,
      parts,
      to,
      search: { ...search, state: ['in_progress'] },
    },
    ...(isPlatform ? [organisationCount, completed] : [completed, users]),
  ]
}

function selfAssessed({ participation, year }: Dashboard): ParticipationCounts {
  const found = participation.find((one) => one.year === year && one.type === 'self_assessment')
  return found ?? { not_started: 0, in_progress: 0, completed: 0 }
}

function ofPeople(count: number, year: number) {
  return plural(count, { one: `of # person for ${year}`, other: `of # people for ${year}` })
}

function waiting({ invitations_expiring: soon, invitations_expired: late }: Dashboard['figures']) {
  return [
    {
      count: soon,
      text: plural(soon, { one: '# expires soon', other: '# expire soon' }),
      search: { expires: 'soon' },
    },
    { count: late, text: `${formatNumber(late)} expired`, search: { status: ['expired'] } },
  ].flatMap(({ count, ...part }) => (count > 0 ? [part] : []))
}
