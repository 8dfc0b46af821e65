import { lazy, Suspense } from 'react'
import { PagePending } from '#features/shell/page-pending.tsx'

const ReportSkeleton = lazy(() =>
  import('./report-skeleton.tsx').then((module) => ({ default: module.ReportSkeleton })),
)

/** Pending views are part of every first page, so the report's layout loads separately. */
export function LazyReportSkeleton() {
  return (
    <Suspense fallback={<PagePending />}>
      <ReportSkeleton />
    </Suspense>
  )
}
