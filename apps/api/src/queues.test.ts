import { PgBoss } from 'pg-boss'
import { afterAll, expect, test } from 'vitest'
import { copyDatabase } from '#testing/database.ts'

const t = await copyDatabase()
const boss = new PgBoss({
  db: { executeSql: (text, values) => t.owner.query(text, values) },
  schema: 'pgboss',
  migrate: false,
  supervise: false,
  schedule: false,
})
await boss.start()
afterAll(async () => {
  await boss.stop({ graceful: false })
  await t.close()
})

test('a mail that fails is retried for 3 days, after a few seconds at first and every half hour at the end', async () => {
  const id = (await boss.send('mail', {})) ?? ''
  const waits: number[] = []
  while (await fails(id)) waits.push(await skipWait(id))
  const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(3.5)
  expect(waits[0]).toBeLessThan(5)
  expect(new Set(waits.slice(-100).map(Math.round))).toEqual(new Set([1800]))
})

/** Whether another attempt follows. */
async function fails(id: string): Promise<boolean> {
  await boss.fetch('mail')
  await boss.fail('mail', id)
  const { rows } = await t.owner.query('select state from pgboss.job where id = $1', [id])
  return rows[0]?.state === 'retry'
}

/** The seconds until the next attempt, which is then due. */
async function skipWait(id: string): Promise<number> {
  const { rows } = await t.owner.query<{ wait: number }>(
    'select extract(epoch from start_after - now())::float8 as wait from pgboss.job where id = $1',
    [id],
  )
  await t.owner.query('update pgboss.job set start_after = now() where id = $1', [id])
  return rows[0]?.wait ?? 0
}
