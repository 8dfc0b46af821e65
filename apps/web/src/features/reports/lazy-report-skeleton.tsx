import { Suspense } from 'react'
import { PagePending } from '#features/shell/page-pending.tsx'
import { lazyPart } from '#core/lazy-part.ts'

const ReportSkeleton = lazyPart(() => import('./report-skeleton.tsx'), 'ReportSkeleton')

/** Pending views are part of every first page, so the report's layout loads separately. */
export function LazyReportSkeleton() {
  return (
    <Suspense fallback={<PagePending />}>
      <ReportSkeleton />
    </Suspense>
  )
}
