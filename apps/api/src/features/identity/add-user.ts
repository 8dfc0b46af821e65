import type { App } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { joinAwaited } from '#support/join-awaited.ts'
import { type NewUser, insertUser } from './accounts.queries.ts'

/** Creates an account, which gets what waits for its address. Single sign-on does the same for itself. */
export async function addUser(
  db: Db,
  place: { app: App; scope: Scope },
  user: NewUser,
): Promise<number> {
  const id = await insertUser(db, place.scope, user)
  await joinAwaited(db, place, { id, email: user.email })
  return id
}
