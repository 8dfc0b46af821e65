import { availableParallelism } from 'node:os'
import type { Endpoint } from 'contract/endpoint'
import { type Turns, openTurns } from '#db/turns.ts'
import { claimsOf } from './access-token.ts'
import type { PublicContext } from './context.ts'

/** Milliseconds that a call waits for its turn at most. */
const PATIENCE = 20_000

/** One organisation never takes all processors, and one user only one. */
export function openHeavyTurns(): Turns {
  const most = Math.max(2, availableParallelism())
  return openTurns({
    most,
    mostOfGroup: most - 1,
    mostOfOne: 1,
    mostWaiting: 10,
    patience: PATIENCE,
    tolerance: PATIENCE,
  })
}

/** Runs the work of an endpoint, a heavy one in its caller's turn. */
export async function inTurn<T>(
  { isHeavy }: Endpoint,
  { app, tenant, scope, request }: PublicContext,
  work: () => Promise<T>,
): Promise<T> {
  if (!isHeavy) return await work()
  // A token that isn't valid is refused by the work.
  const claims = await claimsOf(request, app.tokens, scope).catch(() => undefined)
  const user = claims?.userId ?? request.ip
  const hasLeft = () => request.socket.destroyed
  return await app.heavyTurns.run({ group: tenant.id, user, hasLeft }, work)
}
