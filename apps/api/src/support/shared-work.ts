import { sql } from 'kysely'
import type { App } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'

/** Work of the whole installation, by the setting with which a node starts it. Only a command ends it. */
export const SHARED_WORK = {
  forwarding: 'AUDIT_FORWARD',
  backup: 'BACKUP_SCHEDULE',
  scanner: 'CLAMAV_URL',
} as const

export type SharedWork = keyof typeof SHARED_WORK

/** Which of it has been started. Runs with the platform's rights. */
export async function listStarted(db: Db): Promise<Record<SharedWork, boolean>> {
  const { rows } = await sql<Record<SharedWork, boolean>>`
    select exists (select from audit_forwarding) as forwarding,
      exists (select from pgboss.schedule where name = 'backup') as backup,
      exists (select from virus_scanning) as scanner`.execute(db)
  return rows[0] ?? { forwarding: false, backup: false, scanner: false }
}

/** Whether a scanner has to clear each file, on this node or another. */
export async function isScanning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from virus_scanning) as is`.execute(db)
  return rows[0]?.is ?? false
}

/** Called at the start of a node with a scanner. */
export async function startScanning({ env, pools }: App): Promise<void> {
  if (env.CLAMAV_URL === undefined) return
  await withTenants(pools, [], (db) =>
    db
      .insertInto('virus_scanning')
      .defaultValues()
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** For a node without the setting: `off`, or throws if another node has started this work. */
export async function refuseLack({ pools }: App, work: SharedWork): Promise<'off'> {
  const started = await withTenants(pools, [], listStarted)
  if (!started[work]) return 'off'
  throw new Error(
    `${SHARED_WORK[work]} is not set here, but on for the installation. Set it on every node, or end it with npm run shared-work -- end ${work}.`,
  )
}
