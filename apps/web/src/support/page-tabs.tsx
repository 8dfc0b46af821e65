import { Link } from '@tanstack/react-router'
import { TAB_LOOK } from '#ui/tab-look.ts'

interface PageTabsProps {
  label: string
  tabs: readonly { to: string; label: string }[]
}

export function PageTabs({ label: pages, tabs }: PageTabsProps) {
  return (
    <nav aria-label={pages} className="mb-6 flex overflow-x-auto overflow-y-hidden border-b pb-px">
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ includeSearch: false }} className={TAB_LOOK}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
