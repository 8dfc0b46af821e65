import { migrate } from 'api/db/migrate'
import { openPools } from 'api/db/pools'
import { readPasswords } from 'api/db/role-passwords'
import { queues } from 'api/queues'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createApiNode } from './api-node.ts'
import { callApi } from './api-call.ts'
import { startOwnDatabase } from './database.ts'
import { type PoolMode, hasPgbouncer, startPgbouncer } from './pgbouncer.ts'

const isThere = hasPgbouncer()
if (!isThere) console.warn('Skipped: install PgBouncer to test Waymark behind it.')

describe.skipIf(!isThere)('behind PgBouncer', () => {
  let database: Awaited<ReturnType<typeof startOwnDatabase>>
  let users: Record<string, string>

  beforeAll(async () => {
    database = await startOwnDatabase()
    const url = database.url()
    await migrate(url, { rolePrefix: 'wm', queues })
    const { username, password } = new URL(url)
    const passwords = Object.entries(await readPasswords(url))
    const roles = passwords.map(([role, secret]) => [`wm_${role}`, secret])
    users = { [username]: password, ...Object.fromEntries(roles) }
  })
  afterAll(() => database.close())

  async function start(mode: PoolMode, settings: string[] = []) {
    const bouncer = await startPgbouncer({ databaseUrl: database.url(), mode, users, settings })
    onTestFinished(bouncer.stop)
    return bouncer.url
  }

  async function expectRefusal(url: string) {
    await expect(migrate(url, { rolePrefix: 'wm', queues })).rejects.toThrow(
      /^DATABASE_URL points to a pooler in transaction or statement mode, such as PgBouncer/,
    )
  }

  test.each(['transaction', 'statement'] as const)(
    'in %s mode, the start is refused with one line',
    async (mode) => {
      const url = await start(mode)
      await expectRefusal(url)
    },
  )

  test('with one session for all, the start is refused', async () => {
    const url = await start('transaction', ['default_pool_size = 1'])
    await expectRefusal(url)
  })

  test.each([2, 3, 4])('with %i sessions by turns, the start is refused', async (count) => {
    const url = await start('transaction', ['server_round_robin = 1'])
    await openSessions(url, count)
    await expectRefusal(url)
  })

  test('with transaction mode for the serving roles alone, the start is refused', async () => {
    const url = await start('session', ['[users]', 'wm_app = pool_mode=transaction'])
    await expect(
      openPools({ ownerUrl: url, rolePrefix: 'wm', size: 4, log: silent }),
    ).rejects.toThrow(/^DATABASE_URL points to a pooler in transaction or statement mode/)
  })

  test('in session mode, a node is ready', async () => {
    const url = await start('session')
    const node = await createApiNode(url)
    onTestFinished(async () => void (await node.stop()))
    await node.start()
    expect((await callApi(node.port, { path: '/ready' }))?.status).toBe(200)
  })
})

const silent = { warn() {}, info() {} }

/** Lets the pooler open so many connections to the server, which everyone can then use. */
async function openSessions(url: string, count: number) {
  const clients = Array.from({ length: count }, () => new pg.Client(url))
  for (const client of clients) {
    await client.connect()
    await client.query('begin')
  }
  for (const client of clients) await client.query('rollback')
  for (const client of clients) await client.end()
}
