import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { headerFaults } from '#testing/header-check.ts'
import { holdLock } from '#testing/hold-lock.ts'
import { LONG_WAITS } from '#testing/long-waits.ts'
import { testApp } from '#testing/test-app.ts'
import { toApiError } from './errors.ts'

const lines: { msg: string; status?: number }[] = []
const write = (line: string) => void lines.push(JSON.parse(line) as { msg: string })
const log = pino({ level: 'info' }, { write })
// The pool has five connections, so three transactions of one organisation run at the same time.
const t = await testApp({ works: false, waits: { ...LONG_WAITS, tolerance: 0 }, log })
const tenant = await aTenant(t.db)
const stranger = await aUser(t.db, { tenant: await aTenant(t.db) })
const change = (user: TestUser) => t.as(user).patch('/user', { name: 'Changed' })
const BUSY = {
  status: 503,
  code: 'busy',
  body: { code: 'busy', message: 'Waymark is busy. Try again in a few seconds.' },
  headers: { 'retry-after': expect.stringMatching(/^([1-9]|10)$/) },
}

/** Users of one organisation whose transactions last until the returned function is called. */
async function usersWithLastingWrites(count: number) {
  const users = await Promise.all(Array.from({ length: count }, () => aUser(t.db, { tenant })))
  const releases: (() => Promise<void>)[] = []
  for (const { id } of users) releases.push(await holdLock(t.db, -id))
  const writes = users.map(change)
  return {
    end: async () => {
      for (const release of releases) await release()
      return await Promise.all(writes)
    },
  }
}

test('while a transaction of a user lasts, 12 more of the same user leave the connections to others', async () => {
  const user = await aUser(t.db, { tenant })
  const release = await holdLock(t.db, -user.id)
  const writes = Array.from({ length: 13 }, () => change(user))
  await expect.poll(() => t.app.pools.turns.app.state().waiting).toBe(11)
  expect(t.app.pools.usage().find(({ name }) => name === 'app')).toMatchObject({ busy: 2 })
  expect(await t.as(stranger).get('/user')).toMatchObject({ status: 200 })
  const colleague = await aUser(t.db, { tenant })
  expect(await change(colleague)).toMatchObject({ status: 200 })
  expect((await t.call({ host: '10.0.0.1', url: '/api/ready' })).json()).toMatchObject({
    status: 'ready',
    database: 'ok',
  })
  await release()
  for (const { status } of await Promise.all(writes)) expect(status).toBe(200)
})

test('an organisation whose calls wait too long is refused, and others are not', async () => {
  const { end } = await usersWithLastingWrites(4)
  await expect.poll(() => t.app.pools.turns.app.state().oldestMs).toBeGreaterThan(0)
  const fifth = await aUser(t.db, { tenant })
  expect(await change(fifth)).toMatchObject(BUSY)
  expect(await t.as(stranger).get('/user')).toMatchObject({ status: 200 })
  for (const { status } of await end()) expect(status).toBe(200)
  expect(await change(fifth)).toMatchObject({ status: 200 })
})

test('refusals are logged in one line a second, without a line for each', async () => {
  const { end } = await usersWithLastingWrites(4)
  await expect.poll(() => t.app.pools.turns.app.state().oldestMs).toBeGreaterThan(0)
  const fifth = await aUser(t.db, { tenant })
  lines.splice(0)
  for (let count = 0; count < 5; count += 1) expect(await change(fifth)).toMatchObject(BUSY)
  await end()
  const isRefusals = ({ msg }: { msg: string }) =>
    /^Waymark is busy: [\d,]+ requests? refused in the last second\.$/.test(msg)
  await expect.poll(() => lines.filter(isRefusals)).toHaveLength(1)
  expect(lines.filter(({ status }) => status === 503)).toEqual([])
})

test.each([
  ['waited too long for a lock', '55P03', 'busy'],
  ['took too long', '57014', 'busy'],
  ['was chosen to end a deadlock', '40P01', 'busy'],
  ['lost the database', '57P01', 'unavailable'],
  ['lost a database that crashed', '57P02', 'unavailable'],
  ['met a database that starts', '57P03', 'unavailable'],
  ['met a database with too many connections', '53300', 'unavailable'],
  ['met a database that was removed', '3D000', 'unavailable'],
  ['met a database that refuses the role', '28000', 'unavailable'],
  ['met a database that refuses the password', '28P01', 'unavailable'],
  ['met a database that accepts no connections', '55000', 'unavailable', 'CheckMyDatabase'],
  ['met a database without the right to connect', '42501', 'unavailable', 'CheckMyDatabase'],
])('a statement that %s (%s) is answered as %s', (_, code, expected, routine = '') => {
  expect(toApiError(Object.assign(new Error('refused'), { code, routine }))).toMatchObject({
    code: expected,
    status: 503,
  })
})

test('the door closes to the host that fills it, stays open to others, and refuses before any work', async () => {
  const port = Number(new URL(await t.http.listen({ host: '127.0.0.1', port: 0 })).port)
  const call = async (host: string, path = '/api/tenant', more = {}) => {
    const [response] = (await once(
      get({ port, host: '127.0.0.1', path, headers: { host, ...more } }),
      'response',
    )) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const inside = Array.from({ length: 256 }, () => t.app.door.pass(tenant.host, () => promise))
  const refused = await call(tenant.host)
  expect(refused).toMatchObject({ status: 503, headers: BUSY.headers })
  expect(JSON.parse(refused.body)).toMatchObject({
    ...BUSY.body,
    request_id: refused.headers['x-request-id'],
  })
  const { headers, body } = refused
  expect(headerFaults({ statusCode: 503, headers, body }, '/api/tenant', false)).toEqual([])
  // A browser that opens an address.
  const start = '/api/auth/sso/harbour.example/start'
  const page = await call(tenant.host, start, { 'sec-fetch-mode': 'navigate' })
  expect(page).toMatchObject({ status: 503, headers: BUSY.headers })
  expect(page.body).toContain('<p>Waymark is busy. Try again in a few seconds.</p>')
  expect(page.body).toContain(`<a href="${start}">Try again</a>`)
  // The same host in other letters and with a port.
  for (const host of [tenant.host.toUpperCase(), `${tenant.host}:1`])
    expect((await call(host)).status).toBe(503)
  const spellings = ['/%61pi/tenant', `HTTP://${tenant.host}/ap%69/tenant`]
  for (const path of spellings) expect((await call(tenant.host, path)).status).toBe(503)
  const stranger = await aTenant(t.db)
  expect((await call(stranger.host)).status).toBe(200)
  expect((await call(tenant.host, '/api/health')).status).toBe(200)
  resolve()
  await Promise.all(inside)
  for (const path of ['/api/tenant', ...spellings])
    expect(await call(tenant.host, path)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
    })
})

test('a user’s heavy calls run in series, and those beyond ten waiting ones are refused', async () => {
  const user = await aUser(t.db, { tenant })
  const call = () => t.as(user).get('/questions/pdf?year=2026&type=self_assessment')
  const { heavyTurns } = t.app
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = heavyTurns.run({ group: tenant.id, user: user.id }, () => promise)
  const statuses: number[] = []
  const calls = Array.from({ length: 12 }, async () => statuses.push((await call()).status))
  await expect.poll(() => [statuses, heavyTurns.state().waiting]).toEqual([[503, 503], 10])
  resolve()
  await Promise.all([first, ...calls])
  const { status } = await call()
  expect(status).not.toBe(503)
  expect(statuses.slice(2)).toEqual(Array(10).fill(status))
})

test.each([
  ['the check of an attached file', 'POST', '/attachments/1/completion'],
  ['the list of a draft’s faults', 'GET', '/content-sets/1/faults'],
] as const)('%s waits for the user’s other heavy calls', async (_, method, path) => {
  const user = await aUser(t.db, { tenant, roles: ['admin'] })
  const { heavyTurns } = t.app
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = heavyTurns.run({ group: tenant.id, user: user.id }, () => promise)
  const caller = t.as(user)
  let isAnswered = false
  const call = (method === 'GET' ? caller.get(path) : caller.post(path)).finally(() => {
    isAnswered = true
  })
  await expect.poll(() => isAnswered || heavyTurns.state().waiting).toBe(1)
  resolve()
  await first
  expect((await call).status).toBe(404)
})

test('a job waits for its turn where a request is refused', async () => {
  const waits = { ...LONG_WAITS, patience: 50 }
  const node = await testApp({ works: false, besides: t, waits })
  const user = await aUser(t.db, { tenant })
  const { promise, resolve } = Promise.withResolvers<void>()
  const lasting = [1, 2, 3].map(() => node.inTenant(tenant.id, () => promise))
  const job = node.inTenant(tenant.id, async () => 'done')
  expect(await node.as(user).get('/user')).toMatchObject(BUSY)
  resolve()
  await Promise.all(lasting)
  expect(await job).toBe('done')
})
