import type { App } from '#core/context.ts'
import type { Scope } from '#db/scope.ts'
import { findLock, liftLocks } from '#db/rate-limits.ts'

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
export async function findUserLock(app: App, { tenantId }: Scope, { id, email }: Owner) {
  return await findLock(app.pools, app.secret, [accountOfEmail(tenantId, email), accountOfUser(id)])
}

export async function liftUserLock(app: App, { tenantId }: Scope, { id, email }: Owner) {
  await liftLocks(app.pools, app.secret, [accountOfEmail(tenantId, email), accountOfUser(id)])
}
