import { lazy, Suspense } from 'react'
import { PagePending } from '#features/shell/page-pending.tsx'

const PlayerSkeleton = lazy(() =>
  import('./player-skeleton.tsx').then((module) => ({ default: module.PlayerSkeleton })),
)

/** What a page shows while it loads is part of every visitor's first page: a player's layout is not for all of them. */
export function LazyPlayerSkeleton() {
  return (
    <Suspense fallback={<PagePending />}>
      <PlayerSkeleton />
    </Suspense>
  )
}
