import { Link } from '@tanstack/react-router'
import { BadgeCheck, FileChartColumn, Gauge } from 'lucide-react'
import { SITE_TABS } from './site-tabs.ts'

const FORMS = {
  '/': { word: 'Overview', Icon: Gauge },
  '/action-reports': { word: 'Reports', Icon: FileChartColumn },
  '/certification': { word: 'Certification', Icon: BadgeCheck },
} as const

/** The respondent's pages on a phone. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      data-sticky="bottom"
      className="fixed inset-x-0 bottom-0 z-20 flex min-h-16 border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {SITE_TABS.map(({ to, isExact }) => {
        const { word, Icon } = FORMS[to]
        return (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: isExact, includeSearch: false }}
            className="relative flex flex-1 flex-col items-center justify-center gap-1 text-13 text-subtle-foreground before:absolute before:inset-x-1/4 before:-top-px before:h-[3px] before:rounded-b-[3px] aria-[current=page]:font-semibold aria-[current=page]:text-foreground aria-[current=page]:before:bg-primary-ui"
          >
            <Icon aria-hidden="true" className="size-5.5 stroke-[1.75]" />
            {word}
          </Link>
        )
      })}
    </nav>
  )
}
