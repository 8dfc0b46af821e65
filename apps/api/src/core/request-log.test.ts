import { once } from 'node:events'
import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { withToken } from '#testing/client.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { testApp, tokenFor } from '#testing/test-app.ts'
import { whileHeld } from '#testing/while-held.ts'
import { openLog } from './log.ts'

const lines: string[] = []
afterEach(() => void lines.splice(0))
const log = openLog({ LOG_LEVEL: 'info' }, { write: (line: string) => void lines.push(line) })
const t = await testApp({
  works: false,
  log,
  env: { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' },
})
const tenant = await aTenant(t.db)
const person = await aUser(t.db, { tenant })
const logged = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request')

test('a request is logged in one line, with its route, status, time, tenant, user and id', async () => {
  const { headers } = await t.as(person).get('/assessments/12/elements/7?secret=abc')
  expect(logged()).toEqual([
    {
      level: 'info',
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      request_id: headers['x-request-id'],
      method: 'GET',
      route: '/api/assessments/:id/elements/:elementId',
      path: '/api/assessments/12/elements/7',
      status: expect.any(Number),
      ms: expect.any(Number),
      tenant: tenant.domain,
      user: person.id,
      msg: 'request',
    },
  ])
})

test('a request without a session, an unknown path and an unknown host are logged without a user', async () => {
  await t.at(tenant.host).post('/login', { email: 'anna@example.org', password: 'wrong' })
  await t.call({ host: tenant.host, url: '/api/none/of/these' })
  await t.call({ host: 'unknown.example.org', url: '/api/sys' })
  const line = { level: 'info', method: 'GET' }
  expect(logged()).toMatchObject([
    { ...line, method: 'POST', route: '/api/login', status: 403, tenant: tenant.domain },
    { ...line, route: '/*', path: '/api/[redacted]/[redacted]/[redacted]', status: 404 },
    { ...line, route: '/api/sys', status: 404 },
  ])
  expect(lines.join('')).not.toMatch(/anna|wrong|"user"/)
})

test('a path of any length is cut', async () => {
  await t.call({ host: tenant.host, url: `/api${'/a'.repeat(5000)}` })
  expect(lines[0]?.length).toBeLessThan(500)
})

test('probes are not logged', async () => {
  for (const url of ['/api/health', '/api/ready']) await t.call({ host: '10.0.0.1', url })
  expect(logged()).toEqual([])
})

await t.http.listen({ host: '127.0.0.1', port: 0 })
const { port } = t.http.server.address() as AddressInfo
const connections = promisify(t.http.server.getConnections.bind(t.http.server))

test('a request whose client leaves is logged as aborted', async () => {
  const headers = { host: tenant.host, 'content-type': 'application/json', 'content-length': '9' }
  const client = send({ port, method: 'POST', path: '/api/login', headers })
  client.on('error', () => {})
  client.write('{')
  await once(t.http.server, 'request')
  client.destroy()
  await expect
    .poll(() => logged())
    .toMatchObject([{ route: '/api/login', aborted: true, level: 'info' }])
})

test('what a client caused that left before the end is recorded with its address', async () => {
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const token = await tokenFor(t.app, t.db, admin)
  const path = `/api/users/${person.id}`
  const headers = { host: tenant.host, 'content-type': 'application/json', ...withToken(token) }
  const client = send({ port, method: 'PATCH', path, headers })
  client.on('error', () => {})
  const rows = { table: 'users' as const, ids: [person.id] }
  const other = async () => {
    client.destroy()
    await expect.poll(() => connections()).toBe(0)
  }
  await whileHeld(t, { rows, waiting: 1, other }, async () =>
    client.end(JSON.stringify({ version: 1, name: 'Another Name', email: person.email })),
  )
  const find = () =>
    t.sql`select host(address) as ip from audit_clients where user_id = ${admin.id}`
  await expect.poll(() => find()).toEqual([{ ip: '127.0.0.1' }])
})

const ID = '5f0c9a52d0f14b6c8d3e2a1b09f8e7d6'
test.each([
  ['a trusted proxy', '10.1.2.3', ID, true],
  ['a trusted proxy in IPv6', '2001:db8::1', ID, true],
  ['a trusted proxy in mapped IPv4', '::ffff:10.1.2.3', ID, true],
  ['a client', '192.0.2.7', ID, false],
  ['a trusted proxy, but in another form,', '10.1.2.3', `${ID} "x"`, false],
  ['a trusted proxy, but as long as a token,', '10.1.2.3', 'a'.repeat(43), false],
])('the request id of %s is or isn’t kept', async (_, remoteAddress, id, isKept) => {
  const headers = { host: tenant.host, 'x-request-id': id }
  const answer = await t.http.inject({ url: '/api/sys', headers, remoteAddress })
  expect(answer.headers['x-request-id'] === id).toBe(isKept)
  expect(logged()).toMatchObject([{ request_id: answer.headers['x-request-id'] }])
})
