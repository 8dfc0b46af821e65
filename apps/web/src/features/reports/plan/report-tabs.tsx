import { Link } from '@tanstack/react-router'
import { TAB_LOOK } from '#ui/tab-look.ts'

const TABS = [
  { label: 'Report', tab: undefined },
  { label: 'Plan', tab: 'plan' },
] as const

/** A report and what is planned about it. */
export function ReportTabs({ shown }: { shown: 'plan' | undefined }) {
  return (
    <nav
      aria-label="Report and plan"
      data-print="hide"
      className="mb-6 flex overflow-x-auto overflow-y-hidden border-b pb-px"
    >
      {TABS.map(({ label, tab }) => (
        <Link
          key={label}
          to="."
          search={(before) => ({ ...before, tab })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab === shown ? 'page' : undefined}
          className={TAB_LOOK}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
