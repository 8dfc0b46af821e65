import { Link } from '@tanstack/react-router'
import type { Dashboard } from 'contract/dashboard'
import { ANSWERED_STATES } from 'contract/participation-states'
import { can } from '#core/can.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'

interface Figure {
  label: string
  count: number
  note: string
  /** The list that makes it up. */
  to: string
  search?: Record<string, unknown>
}

/** Four figures, each a way to the list that makes it up. */
export function Figures({ figures, year }: { figures: Dashboard['figures']; year: number }) {
  const user = useUser()
  const isPlatform = useTenant().is_platform
  const shown = figuresOf(figures, year, isPlatform)
  const invitations: Figure = {
    label: 'Invitations',
    count: figures.invitations,
    note: waitWords(figures),
    to: isPlatform ? '/admin/admin-invites' : `/admin/applications/${user.tenant.id}/invites`,
  }
  const four = can(user, 'invite-users') ? [...shown.slice(0, 3), invitations] : shown
  return (
    <ul className="mb-10 grid grid-cols-2 border-y py-4 lg:grid-cols-4">
      {four.map((figure) => (
        <li
          key={figure.label}
          className="px-4 py-1 max-lg:odd:pl-0 lg:border-l lg:first:border-l-0 lg:first:pl-0"
        >
          <FigureLink figure={figure} />
        </li>
      ))}
    </ul>
  )
}

function FigureLink({ figure: { label, count, note, to, search } }: { figure: Figure }) {
  return (
    <Link to={to} {...(search && { search })} className="group block min-h-11">
      <span className="block text-14 text-subtle-foreground group-hover:underline">{label}</span>
      <span className="text-33 font-semibold tabular-nums">{count.toLocaleString('en-GB')}</span>
      <span className="ml-2 text-14 text-muted-foreground">{note}</span>
    </Link>
  )
}

function figuresOf(figures: Dashboard['figures'], year: number, isPlatform: boolean): Figure[] {
  const { organisations, organisations_joined, people, people_active, assessments } = figures
  const begun = `of ${assessments.toLocaleString('en-GB')} begun for ${year}`
  const to = '/admin/participation'
  const all = [
    {
      label: 'Organisations',
      count: organisations,
      note: organisations_joined > 0 ? `${organisations_joined} joined this month` : '',
      to: '/admin/applications',
    },
    {
      label: 'People',
      count: people,
      note: `${people_active.toLocaleString('en-GB')} active`,
      to: '/admin/users',
    },
    {
      label: 'Assessments in progress',
      count: figures.in_progress,
      note: begun,
      to,
      search: { year, state: ['in_progress'] },
    },
    {
      label: 'Assessments completed',
      count: figures.completed,
      note: begun,
      to,
      search: { year, state: [...ANSWERED_STATES] },
    },
  ]
  return isPlatform ? all : all.slice(1)
}

function waitWords({
  invitations_expiring: soon,
  invitations_expired: late,
}: Dashboard['figures']) {
  const words = [soon > 0 && `${soon} expire soon`, late > 0 && `${late} expired`]
  return words.filter(Boolean).join(', ')
}
