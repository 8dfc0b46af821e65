import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { connect } from './connect.ts'
import { aSwitch } from '#testing/database-switch.ts'
import { testApp } from '#testing/test-app.ts'
import { waitForDatabase } from './wait-for-database.ts'

const t = await testApp({ works: false })
const UNREACHABLE = {
  status: 503,
  body: {
    code: 'unavailable',
    message: 'Waymark can’t reach its database. Nothing was lost. Try again shortly.',
  },
}
/** With much patience, for a busy machine. */
const until = (holds: () => unknown) => vi.waitUntil(holds, { timeout: 30_000 })

test('a start waits for the database and says so once', async () => {
  const database = await aSwitch(t.ownerUrl)
  database.close()
  const said: string[] = []
  const waiting = waitForDatabase(database.url, { seconds: 60, say: (line) => said.push(line) })
  await until(() => database.cut() > 2)
  database.open()
  await waiting
  expect(said).toEqual([expect.stringMatching(/^Waiting up to 60 seconds for the database: ./)])
})

test('a start doesn’t wait for a database that refuses the password', async () => {
  const url = new URL(t.ownerUrl)
  url.password = 'wrong'
  const say = () => expect.unreachable()
  await expect(waitForDatabase(url.href, { seconds: 60, say })).rejects.toMatchObject({
    code: '28P01',
  })
})

test('a start doesn’t wait for a database that doesn’t encrypt the connection, and says so', async () => {
  const say = () => expect.unreachable()
  const url = `${t.ownerUrl}?sslmode=verify-full`
  await expect(waitForDatabase(url, { seconds: 60, say })).rejects.toThrow(
    'Waymark can’t use the database: The server does not support SSL connections. Check DATABASE_URL and NODE_EXTRA_CA_CERTS.',
  )
})

test('calls to a database that refuses connections say that it can’t be reached', async () => {
  const node = await testApp({ works: false })
  const url = new URL(node.ownerUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = await connect(url.href)
  // A host that isn't known yet is looked up in the database.
  const call = async () => await node.at(`${randomUUID()}.localhost`).get('/tenant')
  const setTo = async (change: string) => {
    await admin.query(`alter database ${name} ${change}`)
    // The server's own connections. The test keeps its own.
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename <> current_user`,
      [name],
    )
  }
  const [refused, allowed] = ['allow_connections false', 'allow_connections true']
  await setTo(refused)
  for (const _ of [1, 2, 3, 4, 5, 6]) expect(await call()).toMatchObject(UNREACHABLE)
  await setTo(allowed)
  await until(async () => (await call()).status === 404)
  await admin.end()
})

/** A server and its log, without the lines of requests. */
async function aLoggedNode(ownerUrl: string) {
  const lines: { msg: string }[] = []
  const write = (line: string) => {
    const entry = JSON.parse(line) as { msg: string }
    if (entry.msg !== 'request') lines.push(entry)
  }
  const log = pino({ level: 'info' }, { write })
  const node = await testApp({ besides: { ...t, ownerUrl }, log })
  // A host that isn't known yet is looked up in the database.
  const call = async () => (await node.at(`${randomUUID()}.localhost`).get('/tenant')).status
  await until(async () => (await call()) === 404)
  lines.splice(0)
  return { lines, call }
}
const OUTAGE = [
  expect.stringMatching(
    /^Waymark can’t reach the database: .+ Until the database is back, requests fail and jobs wait\.$/,
  ),
  expect.stringMatching(/^The database is back after [\d,]+ seconds?\.$/),
]

test('an outage is logged once when it starts and once when it ends, not by each failure', async () => {
  const database = await aSwitch(t.ownerUrl)
  const { lines, call } = await aLoggedNode(database.url)
  database.close()
  expect(await Promise.all([call(), call(), call()])).toEqual([503, 503, 503])
  await until(() => lines.length > 0)
  // Workers look for jobs every half second, and fail.
  const before = database.cut()
  await until(() => database.cut() > before + 10)
  expect(await call()).toBe(503)
  database.open()
  await until(async () => (await call()) === 404)
  await until(() => lines.length > 1)
  expect(lines.map(({ msg }) => msg)).toEqual(OUTAGE)
})

test('a database that no longer lets one of our roles in is logged once, too', async () => {
  const { lines, call } = await aLoggedNode(t.ownerUrl)
  const name = new URL(t.ownerUrl).pathname.slice(1)
  await t.owner.query(`revoke connect on database ${name} from public`)
  await t.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename <> current_user`,
    [name],
  )
  expect(await call()).toBe(503)
  await until(() => lines.length > 0)
  for (const _ of [1, 2, 3, 4, 5, 6]) expect(await call()).toBe(503)
  await t.owner.query(`grant connect on database ${name} to public`)
  await until(async () => (await call()) === 404)
  await until(() => lines.length > 1)
  expect(lines.map(({ msg }) => msg)).toEqual(OUTAGE)
})
