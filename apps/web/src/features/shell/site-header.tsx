import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { Suspense } from 'react'
import { can } from '#core/can.ts'
import { TenantMark } from '#features/artwork/tenant-mark.tsx'
import { useTenant } from '#features/session/tenant.ts'
import { headingFor, useVisitor } from '#features/session/user.ts'
import { LazyUserCorner } from './lazy-user-corner.tsx'
import { SITE_TABS } from './site-tabs.ts'
import { useSys } from './sys.ts'

/** Organisation, the respondent's pages and the person; less of it for who may do less. */
export function SiteHeader() {
  const tenant = useTenant()
  const user = useVisitor()
  const support = useSys()?.support_email
  const hasTabs = user?.tc_accepted && can(user, 'access-to-private-area')
  return (
    <header data-print="hide" className="border-b bg-card">
      <div className="mx-auto flex min-h-16 w-full max-w-[calc(1248px+2*var(--gutter))] items-stretch gap-x-11 px-(--gutter)">
        <Link to="/" className="flex min-w-0 items-center gap-3 py-2 text-18 font-semibold">
          <TenantMark name={tenant.name} logoUrl={tenant.logo_url} />
          <span className="truncate">{headingFor(user, tenant.name)}</span>
        </Link>
        {hasTabs && <Tabs />}
        <div className="ml-auto flex shrink-0 items-center gap-4">
          {user && support && (
            <a
              href={`mailto:${support}`}
              className="hidden min-h-11 items-center gap-2 text-16 text-subtle-foreground hover:text-foreground md:flex"
            >
              <CircleHelp aria-hidden="true" className="size-5 stroke-[1.75]" />
              Help
            </a>
          )}
          {user && (
            <Suspense>
              <LazyUserCorner user={user} />
            </Suspense>
          )}
        </div>
      </div>
    </header>
  )
}

const TAB_LOOK =
  'relative flex items-center text-16 text-subtle-foreground after:absolute after:inset-x-0 after:-bottom-px after:h-[3px] after:rounded-t-[3px] hover:text-foreground aria-[current=page]:font-medium aria-[current=page]:text-foreground aria-[current=page]:after:bg-primary-ui'

function Tabs() {
  return (
    <nav aria-label="Main" className="hidden gap-8 md:flex">
      {SITE_TABS.map(({ to, label, isExact }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: isExact, includeSearch: false }}
          className={TAB_LOOK}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
