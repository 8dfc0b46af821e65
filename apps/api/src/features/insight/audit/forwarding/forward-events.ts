import type { App } from '#core/context.ts'
import { rootReason } from '#start-error.ts'
import { withTenants } from '#db/pools.ts'
import { inEveryTenant } from '#support/every-tenant.ts'
import {
  getForwarding,
  listQueued,
  lockForwarding,
  markFailed,
  markForwarded,
  startForwarding,
} from './forwarding.queries.ts'
import { sendTo } from './send-events.ts'

/** Events that are sent together. */
const BATCH = 500

type Log = { info: (line: string) => void; warn: (line: string) => void }

/** Called at the start. A node without AUDIT_FORWARD leaves the forwarding of the others as it is. */
export async function prepareForwarding({ env, pools }: App): Promise<void> {
  if (env.AUDIT_FORWARD !== undefined) await withTenants(pools, [], startForwarding)
}

/**
 * Sends the events that wait, oldest first, on one node at a time. They leave the queue only after the receiver has
 * them, so a failure sends them again.
 */
export async function forwardEvents(app: App, log: Log): Promise<void> {
  while ((await forwardBatch(app, log)) === BATCH);
}

async function forwardBatch(app: App, log: Log): Promise<number> {
  const { AUDIT_FORWARD: address } = app.env
  if (address === undefined) return 0
  return await inEveryTenant(app.pools, async (db, scope) => {
    const state = await lockForwarding(db)
    if (!state) return 0
    const events = await listQueued(db, scope, BATCH)
    if (events.length === 0) return 0
    try {
      await sendTo(address, events, app.env.AUDIT_FORWARD_TOKEN)
    } catch (error) {
      const reason = rootReason(error)
      if (state.error === null)
        log.warn(`Audit events are waiting, because Waymark can’t forward them: ${reason}`)
      await markFailed(db, reason)
      return 0
    }
    if (state.error !== null) log.info('Waymark is forwarding audit events again.')
    const ids = events.map(({ id }) => id)
    await markForwarded(db, scope, ids)
    return events.length
  })
}

/** Throws if events wait because the receiver doesn't take them. */
export async function refuseStuckForwarding(app: Pick<App, 'pools'>): Promise<void> {
  const state = await readForwarding(app)
  if (!state?.error) return
  const events =
    state.waiting === 1 ? '1 audit event is waiting' : `${state.waiting} audit events are waiting`
  throw new Error(`${events}: ${state.error}`)
}

export async function readForwarding(app: Pick<App, 'pools'>) {
  return await inEveryTenant(app.pools, getForwarding)
}
