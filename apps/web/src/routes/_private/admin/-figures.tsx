import { Link } from '@tanstack/react-router'
import type { Dashboard } from 'contract/dashboard'
import { can } from '#core/can.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'

interface Figure {
  label: string
  count: number
  note: string
  /** The list that makes it up. */
  to: string
  hash?: string
}

/** Four figures, each a way to the list that makes it up. */
export function Figures({ figures, year }: { figures: Dashboard['figures']; year: number }) {
  const user = useUser()
  const isPlatform = useTenant().is_platform
  const shown = figuresOf(figures, year, isPlatform)
  const invitations: Figure = {
    label: 'Open invitations',
    count: figures.invitations,
    note: figures.invitations_expiring > 0 ? `${figures.invitations_expiring} expire soon` : '',
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

function FigureLink({ figure: { label, count, note, to, hash } }: { figure: Figure }) {
  return (
    <Link to={to} {...(hash && { hash })} className="group block min-h-11">
      <span className="block text-14 text-subtle-foreground group-hover:underline">{label}</span>
      <span className="text-33 font-semibold tabular-nums">{count.toLocaleString('en-GB')}</span>
      <span className="ml-2 text-14 text-muted-foreground">{note}</span>
    </Link>
  )
}

function figuresOf(figures: Dashboard['figures'], year: number, isPlatform: boolean): Figure[] {
  const { organisations, organisations_joined, people, assessments } = figures
  const inLevels = isPlatform ? { to: '/admin/applications' } : { to: '/admin', hash: 'levels' }
  const all = [
    {
      label: 'Organisations',
      count: organisations,
      note: organisations_joined > 0 ? `${organisations_joined} joined this month` : '',
      to: '/admin/applications',
    },
    { label: 'People', count: people, note: 'active', to: '/admin/users' },
    {
      label: 'Assessments in progress',
      count: figures.in_progress,
      note: `of ${assessments.toLocaleString('en-GB')} for ${year}`,
      ...inLevels,
    },
    {
      label: 'Assessments completed',
      count: figures.completed,
      note: `of ${assessments.toLocaleString('en-GB')} for ${year}`,
      ...inLevels,
    },
  ]
  return isPlatform ? all : all.slice(1)
}
