import { Suspense } from 'react'
import { PagePending } from '#support/page-pending.tsx'
import { lazyPart } from '#core/lazy-part.ts'

const PlayerSkeleton = lazyPart(() => import('./player-skeleton.tsx'), 'PlayerSkeleton')

/** Pending views are part of every first page, so the player's layout loads separately. */
export function LazyPlayerSkeleton() {
  return (
    <Suspense fallback={<PagePending />}>
      <PlayerSkeleton />
    </Suspense>
  )
}
