import type { App } from '#core/context.ts'
import type { Scope } from '#db/scope.ts'
import { findLocks, liftLocks } from '#db/rate-limits.ts'

type Locks = Pick<App, 'pools' | 'secret'>
type Owner = { id: number; email: string }

/** Passwords at the sign-in are counted by address, because it may belong to no one. */
export function accountOfEmail(tenantId: number, email: string): string {
  return `${tenantId}\n${email.toLowerCase()}`
}

/** Codes and confirmations are counted by user. */
export function accountOfUser(id: number): string {
  return `user ${id}`
}

/** Until when a user has to wait after too many wrong passwords or codes. Null if they don't. */
export async function findUserLock(app: Locks, { tenantId }: Scope, { id, email }: Owner) {
  const locks = await findUserLocks(app, [{ id, email, tenant_id: tenantId }])
  return locks.get(id) ?? null
}

/** Which of these users have to wait, and until when. */
export async function findUserLocks(
  { pools, secret }: Locks,
  users: readonly (Owner & { tenant_id: number })[],
): Promise<Map<number, string>> {
  const locks = await findLocks(
    pools,
    secret,
    users.flatMap((user) => [accountOfEmail(user.tenant_id, user.email), accountOfUser(user.id)]),
  )
  const found = new Map<number, string>()
  for (const { id, email, tenant_id } of users) {
    const both = [locks.get(accountOfEmail(tenant_id, email)), locks.get(accountOfUser(id))]
    const until = both
      .filter((one) => one !== undefined)
      .sort()
      .at(-1)
    if (until !== undefined) found.set(id, until)
  }
  return found
}

export async function liftUserLock(app: App, { tenantId }: Scope, { id, email }: Owner) {
  await liftLocks(app.pools, app.secret, [accountOfEmail(tenantId, email), accountOfUser(id)])
}
