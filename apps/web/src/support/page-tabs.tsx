import { Link } from '@tanstack/react-router'

const TAB_LOOK =
  'relative inline-flex min-h-11 items-center gap-2 px-3.5 text-15 font-medium whitespace-nowrap text-subtle-foreground hover:text-foreground focus-visible:-outline-offset-3 aria-[current=page]:text-foreground aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-[3px] aria-[current=page]:after:rounded-t-[3px] aria-[current=page]:after:bg-primary-ui'

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
