import type { ContentSetDetails } from 'contract/content-sets'
import { lazy, Suspense } from 'react'
import { SkeletonRows } from '#ui/skeleton.tsx'

const Screen = lazy(() =>
  import('./builder-screen.tsx').then((module) => ({ default: module.BuilderScreen })),
)

/** The builder is large, so it loads after the page. */
export function Builder({ set }: { set: ContentSetDetails }) {
  return (
    <Suspense fallback={<SkeletonRows label="Opening the content set" count={6} />}>
      <Screen key={set.id} set={set} />
    </Suspense>
  )
}
