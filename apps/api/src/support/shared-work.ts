import type { App } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'
import { listStarted, insertScanning } from './shared-work.queries.ts'

/** Work of the whole installation, by the setting with which a node starts it. Only a command ends it. */
export const SHARED_WORK = {
  forwarding: 'AUDIT_FORWARD',
  backup: 'BACKUP_SCHEDULE',
  scanner: 'CLAMAV_URL',
} as const

export type SharedWork = keyof typeof SHARED_WORK

/** Called at the start of a node with a scanner. */
export async function startScanning({ env, pools }: App): Promise<void> {
  if (env.CLAMAV_URL === undefined) return
  await withTenants(pools, [], insertScanning)
}

/** For a node without the setting: `off`, or throws if another node has started this work. */
export async function refuseLack({ pools }: Pick<App, 'pools'>, work: SharedWork): Promise<'off'> {
  const started = await withTenants(pools, [], listStarted)
  if (!started[work]) return 'off'
  throw new Error(
    `${SHARED_WORK[work]} is not set on this node, but the installation uses it. Set it on every node. To stop using it, remove the setting from every node, then run npm run shared-work -- end ${work}.`,
  )
}
