import { Page } from '#ui/page.tsx'
import { Skeleton, SkeletonRegion, SkeletonRows } from '#ui/skeleton.tsx'

export function PagePending() {
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
