import { Link, useRouterState } from '@tanstack/react-router'
import { cn } from '#ui/cn.ts'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'
import { type AdminPage, isAt, useAdminPages } from './admin-pages.ts'

interface AdminNavProps {
  isNarrow?: boolean | undefined
  onChoose?: (() => void) | undefined
}

export function AdminNav({ isNarrow = false, onChoose }: AdminNavProps) {
  const groups = useAdminPages()
  return (
    <TooltipProvider>
      <nav aria-label="Admin area" className="flex flex-col gap-1">
        {groups.map((pages, index) => (
          <ul
            key={pages[0]?.to}
            className={cn('flex flex-col gap-1', index > 0 && 'mt-2 border-t pt-3')}
          >
            {pages.map((page) => (
              <li key={page.to}>
                <PageLink page={page} isNarrow={isNarrow} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </TooltipProvider>
  )
}

export const SIDE_ITEM =
  'relative flex min-h-11 items-center gap-3 rounded-md border border-transparent px-3 font-medium hover:bg-card [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75] [&_svg]:text-subtle-foreground'
const HERE =
  'aria-[current=page]:border-border aria-[current=page]:bg-card aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-1.5 aria-[current=page]:before:-left-3 aria-[current=page]:before:w-[3px] aria-[current=page]:before:rounded-r-[3px] aria-[current=page]:before:bg-primary-ui'

function PageLink({ page, isNarrow, onChoose }: AdminNavProps & { page: AdminPage }) {
  const { to, label, Icon, isExact = false } = page
  const isHere = useRouterState({ select: ({ location }) => isAt(page, location.pathname) })
  const link = (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      activeOptions={{ exact: isExact, includeSearch: false }}
      {...(onChoose && { onClick: onChoose })}
      className={cn(SIDE_ITEM, HERE, isNarrow && 'justify-center px-0')}
    >
      <Icon aria-hidden="true" />
      <span className={cn(isNarrow && 'sr-only')}>{label}</span>
    </Link>
  )
  if (!isNarrow) return link
  return (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  )
}
