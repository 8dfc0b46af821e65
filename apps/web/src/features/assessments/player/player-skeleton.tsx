import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx'

export function PlayerSkeleton() {
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh">
      <div className="h-16 border-b bg-card" />
      <div className="flex">
        <div className="hidden min-h-[calc(100dvh-4rem)] w-68 border-r lg:block" />
        <div className="flex-1 px-(--gutter) py-8 md:px-11">
          <SkeletonRegion label="Loading the statements">
            <Skeleton className="w-40" />
            <Skeleton className="mt-4 h-7 max-w-xl" />
            <Skeleton className="mt-3 h-7 max-w-md" />
            <div className="mt-8 divide-y rounded-lg border bg-card">
              {[1, 2, 3, 4].map((row) => (
                <div key={row} className="flex h-24 items-center gap-4 px-4">
                  <Skeleton className="size-8" />
                  <Skeleton className="w-1/2" />
                </div>
              ))}
            </div>
          </SkeletonRegion>
        </div>
      </div>
    </main>
  )
}
