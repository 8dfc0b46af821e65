import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { withTenant } from '#db/pools.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code: number }
}
/** Of a status. */
const ERROR = 2
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const bodies: string[] = []
const collector = createServer(async (request, response) => {
  if (request.url === '/v1/traces') bodies.push(await text(request))
  response.end('{}')
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
afterAll(() => collector.close())
const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const t = await testApp({
  works: false,
  env: { OTEL_EXPORTER_OTLP_ENDPOINT, TRUSTED_PROXIES: '10.0.0.0/8' },
})
const tenant = await aTenant(t.db)
const person = await aUser(t.db, { tenant })

/** What the collector has received. */
async function sentSpans() {
  await t.tracing?.flush()
  return bodies
    .map((body) => JSON.parse(body) as Sent)
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}
const valueOf = ({ attributes }: Span, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('a collector receives a span of a request and of its queries', async () => {
  const answer = await t.as(person).patch('/user', { name: 'Anna Secret' })
  expect(answer.status).toBe(200)
  const spans = await sentSpans()
  const request = spans.find(({ name }) => name === 'PATCH /api/user')
  if (!request) throw new Error('There is no span of the request.')
  expect(valueOf(request, 'http.route')).toBe('/api/user')
  expect(valueOf(request, 'http.response.status_code')).toBe(200)
  expect(valueOf(request, 'waymark.request_id')).toBe(answer.headers['x-request-id'])
  expect(valueOf(request, 'waymark.tenant')).toBe(tenant.domain)
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  const texts = queries.map((one) => String(valueOf(one, 'db.query.text')))
  expect(texts).toContainEqual(expect.stringMatching(/^begin; select .*enter\(/))
  expect(texts).toContainEqual(expect.stringContaining('update "users"'))
  expect(texts).toContain('commit')
  expect(texts.filter((text) => text.includes(String(person.id)))).toEqual([])
  expect(queries.map(({ name }) => name)).toContain('begin')
  expect(bodies.join('')).not.toContain('Secret')
})

test('a trusted proxy’s trace is continued, a client’s is not', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { host: tenant.host, traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  const of = async (remoteAddress: string) => {
    const { headers: got } = await t.http.inject({ url: '/api/sys', headers, remoteAddress })
    const id = got['x-request-id']
    return (await sentSpans()).find((span) => valueOf(span, 'waymark.request_id') === id)?.traceId
  }
  expect(await of('10.0.0.1')).toBe(traceId)
  expect(await of('192.0.2.7')).toMatch(/^(?!4bf92f35)[0-9a-f]{32}$/)
})

test('a collector receives a span of each attempt of a job and of its queries', async () => {
  const { pools, jobs } = t.app
  await jobs.work('link', async (_, { number }) => {
    await withTenant(pools, tenant.id, (db) => db.selectFrom('users').select('id').execute())
    if (number === 1) throw new Error('A secret.')
  })
  await t.inTenant(tenant.id, (db) => jobs.enqueue(db, 'link', { tenantId: tenant.id, id: 1 }))
  const attempts = async () => (await sentSpans()).filter(({ name }) => name === 'job link')
  await expect.poll(attempts).toHaveLength(2)
  const [first, second] = await attempts()
  expect([first?.status.code, second?.status.code]).toEqual([ERROR, 0])
  expect(first && valueOf(first, 'waymark.tenant_id')).toBe(tenant.id)
  const queries = (await sentSpans()).filter(({ parentSpanId }) => parentSpanId === second?.spanId)
  expect(queries.map((one) => valueOf(one, 'db.query.text'))).toContain('commit')
  expect(bodies.join('')).not.toContain('A secret')
})

test('probes have no spans', async () => {
  bodies.splice(0)
  await t.call({ host: 'localhost', url: '/api/health' })
  expect(await sentSpans()).toEqual([])
})
