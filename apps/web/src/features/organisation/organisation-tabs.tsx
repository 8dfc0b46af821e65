import { Link } from '@tanstack/react-router'
import type { CustomerDetails } from 'contract/tenants'
import { useTenant } from '#features/session/tenant.ts'

export function OrganisationTabs({ customer }: { customer: CustomerDetails }) {
  const { id, open_invitations, users } = customer
  const parts = `/admin/applications/${id}`
  const tabs = [
    // Company admins have a page of their own for the first.
    { label: 'Main', to: useTenant().is_platform ? `${parts}/main` : '/admin/organisation' },
    { label: 'Invites', to: `${parts}/invites`, count: open_invitations },
    { label: 'Users', to: `${parts}/users`, count: users },
  ]
  return (
    <nav aria-label={customer.name} className="mb-7 flex gap-1 border-b">
      {tabs.map(({ label, to, count }) => (
        <Link
          key={label}
          to={to}
          activeOptions={{ includeSearch: false }}
          className="relative -mb-px flex min-h-11 items-center gap-2 px-3.5 font-medium text-subtle-foreground hover:text-foreground aria-[current=page]:text-foreground aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-[3px] aria-[current=page]:after:rounded-t-[3px] aria-[current=page]:after:bg-primary-ui"
        >
          {label}
          {count !== undefined && (
            <span className="rounded-full bg-muted px-2 text-13 text-muted-foreground tabular-nums">
              {count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
