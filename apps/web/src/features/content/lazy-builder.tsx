import type { ContentSetDetails } from 'contract/content-sets'
import { Suspense } from 'react'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { lazyPart } from '#core/lazy-part.ts'

const Screen = lazyPart(() => import('./builder-screen.tsx'), 'BuilderScreen')

/** The builder is large, so it loads after the page. */
export function Builder({ set }: { set: ContentSetDetails }) {
  return (
    <Suspense fallback={<SkeletonRows label="Opening the content set" count={6} />}>
      <Screen key={set.id} set={set} />
    </Suspense>
  )
}
