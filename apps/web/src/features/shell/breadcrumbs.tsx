import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { isAt } from './admin-pages.ts'
import { useAdminPages } from './use-admin-pages.ts'

interface Crumb {
  label: string
  to: string
}

export function Breadcrumbs() {
  const crumbs = useCrumbs()
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 max-lg:hidden">
      <ol className="flex items-center gap-2 text-14">
        {crumbs.map(({ label, to }, index) => (
          <li key={to} className="flex min-w-8 items-center gap-2" title={label}>
            {index > 0 && (
              <ChevronRight
                aria-hidden="true"
                className="size-4 shrink-0 stroke-[1.75] text-muted-foreground"
              />
            )}
            {index < crumbs.length - 1 ? (
              <Link
                to={to}
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
  // A layout and its first page are one place; the deeper name counts.
  return crumbs.filter(({ to, label }, index) => {
    const next = crumbs[index + 1]
    return next?.to !== to && next?.label !== label
  })
}
