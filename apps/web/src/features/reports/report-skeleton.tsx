import { Page } from '#ui/page.tsx'
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx'

export function ReportSkeleton() {
  return (
    <Page>
      <SkeletonRegion label="Loading your report, please wait...">
        <Skeleton className="mb-3 h-3 w-64" />
        <Skeleton className="mb-9 h-8 w-80 max-w-full" />
        <div className="lg:grid lg:grid-cols-[190px_minmax(0,1fr)] lg:gap-x-12">
          <div className="hidden space-y-5 border-l pt-2 pl-4 lg:block">
            {Array.from({ length: 9 }, (_, line) => (
              <Skeleton key={line} className="w-32" />
            ))}
          </div>
          <div>
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="mt-3 h-5 w-3/5" />
            <div className="mt-7 grid grid-cols-2 gap-6 border-y py-6 md:grid-cols-4">
              {Array.from({ length: 4 }, (_, figure) => (
                <div key={figure}>
                  <Skeleton className="w-28" />
                  <Skeleton className="mt-4 h-8 w-20" />
                </div>
              ))}
            </div>
            <Skeleton className="mt-10 h-5 w-28" />
            <Skeleton className="mt-4 h-96 w-full rounded-lg" />
          </div>
        </div>
      </SkeletonRegion>
    </Page>
  )
}
