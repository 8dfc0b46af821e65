import { Link } from '@tanstack/react-router'
import { Building2, LayoutDashboard } from 'lucide-react'
import { useTenant } from '#features/session/tenant.ts'

const DASHBOARD = {
  to: '/admin',
  label: 'Dashboard',
  Icon: LayoutDashboard,
  isExact: true,
} as const
const ALL = {
  to: '/admin/applications',
  label: 'Organisations',
  Icon: Building2,
  isExact: false,
} as const
const OWN = {
  to: '/admin/organisation',
  label: 'Organisation',
  Icon: Building2,
  isExact: true,
} as const

/** At the platform there are several organisations, at an organisation's host its own. */
function pagesOf(isPlatform: boolean) {
  return [DASHBOARD, isPlatform ? ALL : OWN]
}

export function AdminNav({ onChoose }: { onChoose?: (() => void) | undefined }) {
  return (
    <nav aria-label="Admin area" className="flex flex-col gap-1">
      {pagesOf(useTenant().is_platform).map(({ to, label, Icon, isExact }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: isExact, includeSearch: false }}
          {...(onChoose && { onClick: onChoose })}
          className="relative flex min-h-11 items-center gap-3 rounded-md border border-transparent px-3 font-medium hover:bg-card aria-[current=page]:border-border aria-[current=page]:bg-card aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-1.5 aria-[current=page]:before:-left-3 aria-[current=page]:before:w-[3px] aria-[current=page]:before:rounded-r-[3px] aria-[current=page]:before:bg-primary-ui"
        >
          <Icon aria-hidden="true" className="size-4.5 stroke-[1.75] text-subtle-foreground" />
          {label}
        </Link>
      ))}
    </nav>
  )
}
