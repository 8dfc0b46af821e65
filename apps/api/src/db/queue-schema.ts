import type pg from 'pg'
import { PgBoss, type QueueOptions } from 'pg-boss'
import { withPrefix } from './roles.ts'

export type Queues = Record<string, QueueOptions>

/** Creates or upgrades the schema of pg-boss as the owner. The serving roles only change rows. */
export async function installQueues(
  client: pg.Client,
  queues: Queues,
  rolePrefix: string,
): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  const boss = new PgBoss({ db, schema: 'pgboss', supervise: false, schedule: false })
  // An error of the connection is also that of the next statement.
  boss.on('error', () => {})
  await boss.start()
  for (const [name, options] of Object.entries(queues)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  await boss.stop({ graceful: false })
  const roles = withPrefix('wm_app, wm_platform', rolePrefix)
  await client.query(`grant usage on schema pgboss to ${roles}`)
  await client.query(
    `grant select, insert, update, delete on all tables in schema pgboss to ${roles}`,
  )
  await client.query(withPrefix('grant usage on schema pgboss to wm_backup', rolePrefix))
  await client.query(withPrefix('grant select on pgboss.job to wm_backup', rolePrefix))
  await client.query(`grant execute on all functions in schema pgboss to ${roles}`)
}
