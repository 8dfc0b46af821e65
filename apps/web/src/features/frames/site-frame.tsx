import { Link } from '@tanstack/react-router'
import type { User } from 'contract/account'
import { BadgeCheck, CircleHelp, FileChartColumn, Gauge, LayoutDashboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { can } from '#core/can.ts'
import { cn } from '#ui/cn.ts'
import { HostMark } from '#support/tenant-mark.tsx'
import { useTenant } from '#core/tenant.ts'
import { headingFor, useVisitor } from '#core/user.ts'
import { AboutLinks, FOOT_LINK, Footer } from './footer.tsx'
import { LazyUserCorner } from './lazy-user-corner.tsx'

export function SiteFrame({ children }: { children: ReactNode }) {
  const user = useVisitor()
  const hasBottomBar = user?.tc_accepted && can(user, 'access-to-private-area')
  return (
    <div
      data-bottom-bar={hasBottomBar || undefined}
      // The footer appears with the page: what loads later would push it away.
      className="flex min-h-dvh flex-col has-[[data-skeleton],main:empty]:[&>footer]:invisible max-md:data-bottom-bar:pb-[calc(4rem+env(safe-area-inset-bottom))]"
    >
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <SiteFooter />
      {hasBottomBar && <BottomBar />}
    </div>
  )
}

function BottomBar() {
  return (
    <nav
      aria-label="Main"
      data-sticky="bottom"
      className="fixed inset-x-0 bottom-0 z-20 flex min-h-16 border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {SITE_TABS.map(({ to, short, isExact, Icon }) => (
        <Link
          key={to}
          to={to}
          search={keepSet}
          activeOptions={{ exact: isExact, includeSearch: false }}
          className="relative flex flex-1 flex-col items-center justify-center gap-1 text-13 text-subtle-foreground before:absolute before:inset-x-1/4 before:-top-px before:h-[3px] before:rounded-b-[3px] aria-[current=page]:font-semibold aria-[current=page]:text-foreground aria-[current=page]:before:bg-primary-ui"
        >
          <Icon className="size-5.5 stroke-[1.75]" />
          {short}
        </Link>
      ))}
    </nav>
  )
}

function SiteFooter() {
  const isSignedIn = useVisitor() !== null
  return (
    <Footer className="mx-auto w-full max-w-[calc(1248px+2*var(--gutter))] px-(--gutter) py-6">
      <AboutLinks
        terms={
          isSignedIn && (
            <Link to="/terms-of-use" className={FOOT_LINK}>
              Terms of use
            </Link>
          )
        }
      />
    </Footer>
  )
}

function SiteHeader() {
  const tenant = useTenant()
  const user = useVisitor()
  const hasTabs = user?.tc_accepted && can(user, 'access-to-private-area')
  const { width = 0, height = 0 } = tenant.logo_size ?? {}
  // There is room for a wide logo or for the name, and beside the tabs for a narrower logo.
  const isWide = width > 2 * height
  return (
    <header data-print="hide" className="border-b bg-card">
      <div className="mx-auto flex min-h-16 w-full max-w-[calc(1248px+2*var(--gutter))] items-stretch gap-x-11 px-(--gutter)">
        <Link to="/" className="flex min-w-0 items-center gap-3 py-2 text-18 font-semibold">
          <HostMark className={isWide ? 'max-lg:min-w-0 max-lg:shrink' : undefined} />
          <span translate="no" className={cn('truncate', isWide && 'max-lg:sr-only')}>
            {headingFor(user, tenant.name)}
          </span>
        </Link>
        {hasTabs && <Tabs />}
        {user && <HeaderEnd user={user} />}
      </div>
    </header>
  )
}

function HeaderEnd({ user }: { user: User }) {
  return (
    <div className="ml-auto flex shrink-0 items-center gap-4">
      <HelpLink />
      {user.tc_accepted && can(user, 'access-to-admin-area') && <AdminLink />}
      <LazyUserCorner user={user} />
    </div>
  )
}

/** Also in the user's menu. */
function AdminLink() {
  return (
    <Link
      to="/admin"
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 text-16 text-subtle-foreground hover:text-foreground"
    >
      <LayoutDashboard className="size-5 stroke-[1.75]" />
      <span className="max-sm:sr-only">Admin</span>
    </Link>
  )
}

function HelpLink() {
  return (
    <Link
      to="/help"
      className="hidden min-h-11 items-center gap-2 text-16 text-subtle-foreground hover:text-foreground md:flex"
    >
      <CircleHelp className="size-5 stroke-[1.75]" />
      Help
    </Link>
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
          search={keepSet}
          activeOptions={{ exact: isExact, includeSearch: false }}
          className={TAB_LOOK}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The chosen content set. */
function keepSet({ set }: { set?: number | undefined }) {
  return { set }
}

const SITE_TABS = [
  { to: '/', label: 'Overview', short: 'Overview', isExact: true, Icon: Gauge },
  {
    to: '/action-reports',
    label: 'Action reports',
    short: 'Reports',
    isExact: false,
    Icon: FileChartColumn,
  },
  {
    to: '/certification',
    label: 'Certification',
    short: 'Certification',
    isExact: false,
    Icon: BadgeCheck,
  },
] as const
