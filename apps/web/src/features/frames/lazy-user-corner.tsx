import type { User } from 'contract/account'
import { Suspense } from 'react'
import { lazyPart } from '#core/lazy-part.ts'

const UserCorner = lazyPart(() => import('./user-corner.tsx'), 'UserCorner')

/** Its room is kept until it has loaded, so that nothing beside it moves. */
export function LazyUserCorner({ user }: { user: User }) {
  return (
    <Suspense fallback={<span className={user.tc_accepted ? 'h-11 w-16' : 'h-11 w-31'} />}>
      <UserCorner user={user} />
    </Suspense>
  )
}
