import { once } from 'node:events'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, type Server, createServer as createTcp } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServer as createTls } from 'node:tls'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { scopeOf } from '#db/scope.ts'
import { withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { aTenant, aUser, theTenant } from '#testing/factories.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'
import { trustedCertificate } from '#testing/trusted-certificate.ts'
import { forwardEvents } from './forward-events.ts'

type Received = { id: number; action: string; details: { title?: string } }

const tls = trustedCertificate()

/** What the receiver has read, batch by batch. */
const received: string[] = []
let isFailing = false
const https = createHttps(tls, async (request, response) => {
  expect(request.headers.authorization).toBe('Bearer a token')
  received.push(await text(request))
  response.writeHead(isFailing ? 503 : 200).end()
})
const readAll = async (socket: NodeJS.ReadableStream & { destroy: () => void }) => {
  if (isFailing) return socket.destroy()
  received.push(await text(socket))
}
const portOf = async (server: Server) => {
  await once(server.listen(0), 'listening')
  afterAll(() => server.close())
  return (server.address() as AddressInfo).port
}
const HTTPS = `https://localhost:${await portOf(https)}/waymark`
const SYSLOG_TLS = `syslog+tls://localhost:${await portOf(createTls({ ...tls, allowHalfOpen: false }, (socket) => void readAll(socket)))}`
const SYSLOG = `syslog://localhost:${await portOf(createTcp((socket) => void readAll(socket)))}`

const t = await testApp({
  works: false,
  env: { AUDIT_FORWARD: HTTPS, AUDIT_FORWARD_TOKEN: 'a token' },
})
const tenant = await aTenant(t.db)
const other = await aTenant(t.db)
const person = await aUser(t.db, { tenant })
const god = await aUser(t.db, {
  tenant: await theTenant(t.db, 'admin'),
  roles: ['god-admin'],
})
const quiet = pino({ level: 'silent' })
const request = { id: 'r1', ip: '203.0.113.7', headers: {} }

beforeEach(async () => {
  isFailing = false
  await t.sql`delete from audit_queue`
  received.splice(0)
})

const record = (title: string, tenantId = tenant.id) =>
  withTenant(t.app.pools, tenantId, (db) =>
    recordEvent(db, { scope: scopeOf(tenantId), actor: person, request }, 'content_set.created', {
      details: { title },
    }),
  )
/** The JSON of every line or message. */
const events = () =>
  received
    .join('')
    .split(/\n|(?<=\})(?=\d+ <)/)
    .filter(Boolean)
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Received)
const titles = () => events().map(({ details }) => details.title)
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `n${n + 1}`)

test.each([
  ['HTTPS', HTTPS],
  ['syslog over TLS', SYSLOG_TLS],
  ['syslog', SYSLOG],
])('events are sent by %s, in order, and wait while the receiver fails', async (_, address) => {
  const app = { ...t.app, env: { ...t.app.env, AUDIT_FORWARD: address } }
  await record('n1')
  await forwardEvents(app, quiet)
  expect(titles()).toEqual(['n1'])
  isFailing = true
  for (const title of numbers(6).slice(1))
    await record(title, title === 'n3' ? other.id : tenant.id)
  await forwardEvents(app, quiet)
  await forwardEvents(app, quiet)
  isFailing = false
  received.splice(0)
  await forwardEvents(app, quiet)
  expect(titles()).toEqual(['n2', 'n3', 'n4', 'n5', 'n6'])
  received.splice(0)
  await forwardEvents(app, quiet)
  expect(received).toEqual([])
})

test('an event has its organisation, user, address and request', async () => {
  await record('n1')
  await forwardEvents(t.app, quiet)
  expect(events()).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      organisation: tenant.domain,
      action: 'content_set.created',
      actor: { id: person.id, email: person.email },
      subject: null,
      details: { title: 'n1' },
      address: '203.0.113.7',
      browser: null,
      request_id: 'r1',
    },
  ])
})

test('syslog messages have the form of RFC 5424, with their length', async () => {
  const app = { ...t.app, env: { ...t.app.env, AUDIT_FORWARD: SYSLOG } }
  await record('Zürich')
  await forwardEvents(app, quiet)
  const [, length, message = ''] = /^(\d+) (.*)$/.exec(received.join('')) ?? []
  expect(Buffer.byteLength(message)).toBe(Number(length))
  expect(message).toMatch(/^<110>1 \d{4}-\S+Z \S+ waymark \d+ audit - \{"id"/)
})

test('an event whose transaction ends late is sent after it, and none is lost', async () => {
  const late = Promise.withResolvers<void>()
  const slow = withTenant(t.app.pools, tenant.id, async (db) => {
    await recordEvent(db, { scope: scopeOf(tenant.id) }, 'content_set.created', {
      details: { title: 'late' },
    })
    await late.promise
  })
  await record('n1')
  await forwardEvents(t.app, quiet)
  late.resolve()
  await slow
  await record('n2')
  await forwardEvents(t.app, quiet)
  expect(titles()).toEqual(['n1', 'late', 'n2'])
})

test('two nodes send each event once, and more than a batch in order', async () => {
  await t.sql`with event as (
      insert into audit_events (tenant_id, action, details)
      select ${tenant.id}, 'content_set.created', json_build_object('title', 'n' || n) from generate_series(1, 1100) n returning tenant_id, id
    ) insert into audit_queue select tenant_id, id from event`
  await Promise.all([forwardEvents(t.app, quiet), forwardEvents(t.app, quiet)])
  await forwardEvents(t.app, quiet)
  expect(titles()).toEqual(numbers(1100))
})

test('god-admins and monitoring see what waits and why, and the log says it once', async () => {
  const lines: string[] = []
  const log = { warn: (line: string) => lines.push(line), info: (line: string) => lines.push(line) }
  const state = async () => {
    const { body } = await t.as(god).get('/system')
    const { audit_forwarding, checks } = body as {
      audit_forwarding: unknown
      checks: { forwarding: string }
    }
    const ready = await t.call({ host: 'localhost:4003', url: '/api/ready' })
    const { details } = ready.json<{ details: { forwarding: string } }>()
    expect(details.forwarding).toBe(checks.forwarding)
    return { ...(audit_forwarding as object), check: checks.forwarding }
  }
  isFailing = true
  await record('n1')
  for (const _ of [1, 2]) {
    await forwardEvents(t.app, log)
    expect(lines).toHaveLength(1)
  }
  const reason = 'The receiver answered with status 503.'
  expect(await state()).toMatchObject({ waiting: 1, check: `1 audit event is waiting: ${reason}` })
  isFailing = false
  await forwardEvents(t.app, log)
  expect(await state()).toEqual({ waiting: 0, forwarded_at: expect.any(String), check: 'ok' })
  expect(lines).toEqual([
    `Audit events are waiting, because Waymark can’t forward them: ${reason}`,
    'Waymark is forwarding audit events again.',
  ])
})

test('without AUDIT_FORWARD nothing is queued', async () => {
  const off = await startTestApp({ works: false })
  const { id } = await aTenant(off.db)
  await recordEvent(off.db, { scope: scopeOf(id) }, 'logo.changed')
  expect(await off.sql`select from audit_queue`).toEqual([])
  await off.close()
})
