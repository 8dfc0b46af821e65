import { Page, PageHead } from '#ui/page.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'

export function OverviewSkeleton() {
  return (
    <Page>
      <PageHead title="Where we are" overline={<Skeleton className="mb-1 w-48" />} />
      <div className="grid gap-10 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_34.25rem]">
        <div className="grid place-items-center">
          <span
            aria-hidden="true"
            className="block aspect-square w-3/4 max-w-md rounded-full border-[3.5rem] border-track"
          />
        </div>
        <SkeletonRows label="Loading the elements" count={8} />
      </div>
    </Page>
  )
}
