import { Link, Outlet } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { WaymarkLogo } from '#features/artwork/waymark-logo.tsx'
import { useUser } from '#features/session/user.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { AdminNav } from './admin-nav.tsx'
import { UserMenu } from './user-menu.tsx'

/** The admin area: pages at the side, content at least 64rem less the sidebar and at most 80rem wide. */
export function AdminFrame() {
  return (
    <div className="dense min-h-dvh lg:grid lg:grid-cols-[14rem_1fr]">
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r bg-muted p-3 lg:flex">
        <Home />
        <AdminNav />
      </aside>
      <div className="flex min-w-0 flex-col">
        <AdminHeader />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[80rem] flex-1 px-(--gutter) py-6 has-[[data-save-bar]]:pb-32 lg:min-w-[calc(64rem-14rem)]"
        >
          <Outlet />
        </main>
      </div>
    </div>
  )
}

function AdminHeader() {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="flex min-h-14 items-center gap-2 border-b bg-card px-(--gutter)">
      <div className="flex items-center gap-1 lg:hidden">
        <Sheet
          open={isOpen}
          onOpenChange={setOpen}
          title="Pages"
          trigger={<IconButton label="Pages" icon={<MenuIcon />} className="-ml-3" />}
        >
          <AdminNav onChoose={() => setOpen(false)} />
        </Sheet>
        <Home />
      </div>
      <div className="ml-auto">
        <UserMenu user={user} />
      </div>
    </header>
  )
}

function Home() {
  return (
    <Link to="/admin" className="flex min-h-11 items-center gap-2.5 px-2 text-16 font-semibold">
      <WaymarkLogo className="size-5.5 text-primary-ui" />
      Waymark
      <Badge variant="outline">Admin</Badge>
    </Link>
  )
}
