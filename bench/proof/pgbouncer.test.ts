import { migrate } from 'api/db/migrate'
import { readPasswords } from 'api/db/role-passwords'
import { queues } from 'api/queues'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiNode } from './api-node.ts'
import { callApi } from './api-call.ts'
import { startOwnDatabase } from './database.ts'
import { hasPgbouncer, startPgbouncer } from './pgbouncer.ts'

const isThere = hasPgbouncer()
if (!isThere) console.warn('Skipped: install PgBouncer to test Waymark behind it.')

const MODES = ['transaction', 'session'] as const

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

  const start = (mode: (typeof MODES)[number]) =>
    startPgbouncer({ databaseUrl: database.url(), mode, users })

  test('in transaction mode, the start is refused with one line', async () => {
    const bouncer = await start('transaction')
    await expect(migrate(bouncer.url, { rolePrefix: 'wm', queues })).rejects.toThrow(
      /^DATABASE_URL points to a pooler in transaction mode, such as PgBouncer/,
    )
    await bouncer.stop()
  })

  test('in session mode, a node is ready', async () => {
    const bouncer = await start('session')
    const node = await createApiNode(bouncer.url)
    await node.start()
    expect((await callApi(node.port, { path: '/ready' }))?.status).toBe(200)
    await node.stop()
    await bouncer.stop()
  })
})
