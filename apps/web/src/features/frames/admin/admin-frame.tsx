import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { ChevronRight, Gauge, Menu as MenuIcon, Search } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { can } from '#core/can.ts'
import { isMeantElsewhere, useShortcuts } from '#core/shortcuts.ts'
import { useFindKey } from '#support/use-find-key.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'
import { useUser } from '#core/user.ts'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { AdminNav } from './admin-nav.tsx'
import { isAt, useAdminPages } from './admin-pages.ts'
import { AdminHome, AdminSidebar, OrganisationInView } from './admin-sidebar.tsx'
import { LazyUserCorner } from '#features/frames/lazy-user-corner.tsx'

interface Crumb {
  label: string
  to: string
}

/** The admin area. The content is 64rem (less the sidebar) to 80rem wide. */
export function AdminFrame({ children }: { children?: ReactNode }) {
  const [isNarrow, setNarrow] = useSidebar()
  return (
    <div
      className={cn(
        'dense min-h-dvh lg:grid lg:grid-cols-[var(--sidebar)_1fr]',
        isNarrow ? '[--sidebar:4.25rem]' : '[--sidebar:14rem]',
      )}
    >
      <AdminSidebar isNarrow={isNarrow} onNarrow={setNarrow} />
      <div className="flex min-w-0 flex-col">
        <AdminHeader />
        <AdminShortcuts />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-320 flex-1 px-(--gutter) py-6 has-[[data-save-bar]]:pb-32 has-[[data-wide]]:max-w-384 lg:min-w-200 lg:short:has-[[data-compact]]:pt-3 lg:short:has-[[data-compact]]:pb-18"
        >
          {children ?? <Outlet />}
        </main>
      </div>
    </div>
  )
}

function AdminHeader() {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <header
      data-print="hide"
      className="flex min-h-14 items-center gap-2 border-b bg-card px-(--gutter) py-1"
    >
      <div className="flex items-center gap-1 lg:hidden">
        <Sheet
          open={isOpen}
          onOpenChange={setOpen}
          title="Pages"
          trigger={<IconButton label="Pages" icon={<MenuIcon />} className="-ml-3" />}
        >
          <div className="flex flex-col gap-4">
            <OrganisationInView />
            <AdminNav onChoose={() => setOpen(false)} />
          </div>
        </Sheet>
        <AdminHome />
      </div>
      <Breadcrumbs />
      <div className="ml-auto flex items-center gap-1 sm:gap-3">
        <FindButton />
        {can(user, 'access-to-private-area') && <AnswerLink />}
        <LazyUserCorner user={user} />
      </div>
    </header>
  )
}

/** Also in the user's menu. */
function AnswerLink() {
  return (
    <Link
      to="/"
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 text-14 text-subtle-foreground hover:text-foreground max-[24rem]:hidden"
    >
      <Gauge className="size-4.5 stroke-[1.75]" />
      <span className="max-sm:sr-only">Answer</span>
    </Link>
  )
}

const Finder = lazyPart(() => import('./finder.tsx'), 'Finder')

function FindButton() {
  const [isOpen, setOpen] = useState(false)
  useFindKey(() => setOpen(true))
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
        className="flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-md text-14 text-muted-foreground hover:bg-muted lg:min-h-10 lg:w-56 lg:justify-start lg:border lg:border-input lg:bg-card lg:px-3"
      >
        <Search className="size-4.5 stroke-[1.75] max-lg:text-foreground" />
        <span className="max-lg:sr-only">Find anything</span>
        <span aria-hidden="true" className="ml-auto max-lg:hidden">
          <KeyCap>Ctrl K</KeyCap>
        </span>
      </button>
      <Suspense>{isOpen && <Finder onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** `/` goes to the list's filter. `?`, which shows all shortcuts, is in the user's menu. */
function AdminShortcuts() {
  const { isOn } = useShortcuts()
  useEffect(() => {
    if (!isOn) return undefined
    function listen(event: KeyboardEvent) {
      if (event.key !== '/' || isMeantElsewhere(event)) return
      event.preventDefault()
      focusFilter()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
  return null
}

function focusFilter() {
  document.querySelector<HTMLElement>('main search input[type=search]')?.focus()
}

/** The builder and the review of one assessment. */
const NEEDS_ROOM = /(sets\/\$id\/|reviews\/\$id)$/

function useSidebar() {
  const [isNarrow, setNarrow] = useState(() => localStorage.getItem(localKeys.sidebar) !== null)
  // Some pages need the room. There the choice isn't stored.
  const [isNarrowThere, setNarrowThere] = useState(true)
  const isRoomNeeded = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => NEEDS_ROOM.test(routeId)),
  })
  function narrow(next: boolean) {
    setNarrow(next)
    storeQuietly(localStorage, localKeys.sidebar, next ? 'narrow' : null)
  }
  return isRoomNeeded ? ([isNarrowThere, setNarrowThere] as const) : ([isNarrow, narrow] as const)
}

function Breadcrumbs() {
  const crumbs = useCrumbs()
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 max-lg:hidden">
      <ol className="flex items-center gap-2 text-14">
        {crumbs.map(({ label, to }, index) => (
          <li
            key={to}
            // The page of a record has its name.
            translate={/\/\d+$/.test(to) ? 'no' : undefined}
            className="flex min-w-8 items-center gap-2"
            title={label}
          >
            {index > 0 && (
              <ChevronRight className="size-4 shrink-0 stroke-[1.75] text-muted-foreground" />
            )}
            {index < crumbs.length - 1 ? (
              <Link
                to={to}
                activeOptions={{ exact: true }}
                className="hit-44 truncate text-subtle-foreground hover:text-foreground"
              >
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate font-medium">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function useCrumbs(): Crumb[] {
  const pages = useAdminPages().flat()
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const titled = useRouterState({
    select: ({ matches }) =>
      matches.flatMap(({ routeId, pathname, meta }) => {
        const label = meta?.findLast((entry) => entry?.title)?.title
        return label && routeId !== '/_private/admin' ? [{ label, to: pathname }] : []
      }),
    structuralSharing: true,
  })
  const page = pages.find((one) => isAt(one, here))
  const crumbs = [...(page ? [page] : []), ...titled].map(({ label, to }) => ({
    label,
    to: to.replace(/\/$/, ''),
  }))
  // A layout and its index page have one crumb, with the deeper title.
  return crumbs.filter(({ to, label }, index) => {
    const next = crumbs[index + 1]
    return next?.to !== to && next?.label !== label
  })
}
