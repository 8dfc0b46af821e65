import { lazy, Suspense } from 'react'
import { PagePending } from '#features/shell/page-pending.tsx'

const PlayerSkeleton = lazy(() =>
  import('./player-skeleton.tsx').then((module) => ({ default: module.PlayerSkeleton })),
)

/** Pending views are part of every first page, so the player's layout loads separately. */
export function LazyPlayerSkeleton() {
  return (
    <Suspense fallback={<PagePending />}>
      <PlayerSkeleton />
    </Suspense>
  )
}
