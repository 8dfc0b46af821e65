import { lazy, Suspense } from 'react'
import { PagePending } from '#features/shell/page-pending.tsx'

const ReportSkeleton = lazy(() =>
  import('./report-skeleton.tsx').then((module) => ({ default: module.ReportSkeleton })),
)

/** What a page shows while it loads is part of every visitor's first page: a report's layout is not for all of them. */
export function LazyReportSkeleton() {
  return (
    <Suspense fallback={<PagePending />}>
      <ReportSkeleton />
    </Suspense>
  )
}
