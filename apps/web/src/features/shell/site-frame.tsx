import type { ReactNode } from 'react'
import { can } from '#core/can.ts'
import { useVisitor } from '#features/session/user.ts'
import { BottomBar } from './bottom-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The frame of the user area and of the pages open to all. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const user = useVisitor()
  const hasBottomBar = user?.tc_accepted && can(user, 'access-to-private-area')
  return (
    <div
      data-bottom-bar={hasBottomBar || undefined}
      className="flex min-h-dvh flex-col max-md:data-bottom-bar:pb-[calc(4rem+env(safe-area-inset-bottom))]"
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
