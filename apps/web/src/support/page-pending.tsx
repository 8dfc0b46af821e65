import { useLocation } from '@tanstack/react-router'
import { Page } from '#ui/page.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'

/** The same view while the user and while the page's data load, so that one follows the other unnoticed. */
export function PagePending() {
  const isReport = useLocation({
    select: ({ pathname }) => /^\/(cert|action-)/.test(pathname),
  })
  return (
    <Page>
      {isReport && <p className="text-18 font-medium">Loading your report, please wait...</p>}
      <Skeleton className="mt-3 mb-8 h-8 w-72" />
      <SkeletonRows label="Loading the content" />
    </Page>
  )
}
