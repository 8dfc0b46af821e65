import { useLocation } from '@tanstack/react-router'
import { Page } from '#ui/page.tsx'
import { Skeleton, SkeletonRegion, SkeletonRows } from '#ui/skeleton.tsx'

/** The same view while the user and while the page's data load, so that one follows the other unnoticed. */
export function PagePending() {
  const isReport = useLocation({
    select: ({ pathname }) => /^\/(certification|action-reports)(\/|$)/.test(pathname),
  })
  if (isReport) {
    return (
      <Page>
        <p role="status" className="mb-8 text-18 font-medium">
          Loading your report, please wait...
        </p>
        <SkeletonRows label="Loading the content" />
      </Page>
    )
  }
  return (
    <Page>
      <SkeletonRegion label="Loading the page">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-3 mb-8 h-8 w-72" />
      </SkeletonRegion>
      <SkeletonRows label="Loading the content" />
    </Page>
  )
}
