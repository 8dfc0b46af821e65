import { Outlet } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { FindButton } from '#features/finder/find-button.tsx'
import { useUser } from '#features/session/user.ts'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Sheet } from '#ui/sheet.tsx'
import { AdminNav } from './admin-nav.tsx'
import { AdminShortcuts } from './admin-shortcuts.tsx'
import { AdminHome, AdminSidebar, OrganisationInView } from './admin-sidebar.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { LazyUserCorner } from './lazy-user-corner.tsx'
import { useSidebar } from './use-sidebar.ts'

/** The admin area: pages at the side, content at least 64rem less the sidebar and at most 80rem wide. */
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
          className="mx-auto w-full max-w-[80rem] flex-1 px-(--gutter) py-6 has-[[data-save-bar]]:pb-32 lg:min-w-[calc(64rem-14rem)]"
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
      className="flex min-h-14 items-center gap-2 border-b bg-card px-(--gutter) py-1.5"
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
      <div className="ml-auto flex items-center gap-3">
        <FindButton />
        <Suspense>
          <LazyUserCorner user={user} />
        </Suspense>
      </div>
    </header>
  )
}
