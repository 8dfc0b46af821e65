import { expect, test } from 'vitest'
import { aTenant } from '#testing/factories.ts'
import { headerFaults } from '#testing/header-check.ts'
import { rawCall } from '#testing/raw-http.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const port = await listen(t)
const behindProxy = await testApp({ works: false, env: { TRUSTED_PROXIES: '127.0.0.1' } })
const proxiedPort = await listen(behindProxy)
for (const { db } of [t, behindProxy])
  for (const domain of ['acme', 'globex', 'badminton']) await aTenant(db, { domain, name: domain })
await aTenant(t.db, { domain: 'closed', name: 'closed', status: 'suspended' })

async function listen({ http }: TestApp): Promise<number> {
  return Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** The name of the organisation that answers, or the status of the refusal. */
async function whoAnswers(lines: string[], at = port, url = '/api/tenant') {
  const answer = await rawCall(at, [`GET ${url} HTTP/1.1`, ...lines, 'Connection: close'])
  expect(headerFaults(answer, url, false)).toEqual([])
  if (answer.statusCode !== 200) return answer.statusCode
  return (JSON.parse(answer.body) as { name: string }).name
}

test.each([
  ['acme.localhost', 'acme'],
  ['ACME.localhost', 'acme'],
  ['Acme.LocalHost', 'acme'],
  ['acme.localhost:80', 'acme'],
  ['acme.localhost:65535', 'acme'],
  ['badminton.localhost', 'badminton'],
  ['admin.localhost', 'Waymark platform'],
  ['localhost', 'Waymark'],
  ['LOCALHOST:4003', 'Waymark'],
])('the host %s is answered by %s', async (host, name) => {
  expect(await whoAnswers([`Host: ${host}`])).toBe(name)
})

const UNKNOWN =
  `unknown.localhost public.localhost www.localhost api.localhost acme.localhost. localhost. .localhost
  .acme.localhost acme..localhost acme acme.localhost.evil.example acme.localhost@evil.example
  evil.example#acme.localhost acme.evil.localhost x.acme.localhost acme-localhost xacme.localhost acmelocalhost
  127.0.0.1 127.1 [::1] 0x7f000001 2130706433 [::ffff:127.0.0.1] xn--acme-x.localhost xn--cme-8cd.localhost
  аcme.localhost acme。localhost acme%2elocalhost acme.localhost/../globex acme.localhost,globex.localhost
  acme_x.localhost -acme.localhost acme-.localhost *.localhost acme'.localhost % acme.localhost:x
  acme.localhost: acme.localhost:1:2`.split(/\s+/)
test.each([
  ...UNKNOWN,
  '',
  'acme.localhost globex.localhost',
  `${'a'.repeat(64)}.localhost`,
  `${'a'.repeat(4000)}.localhost`,
])('the unknown host %j gets no organisation', async (host) => {
  expect([400, 404]).toContain(await whoAnswers([`Host: ${host}`]))
})

test('every request at the host of a suspended organisation is refused with 403', async () => {
  expect(await whoAnswers(['Host: closed.localhost'])).toBe(403)
  expect(await whoAnswers(['Host: closed.localhost'], port, '/api/sys')).toBe(403)
})

test('requests need exactly one Host header, and only that header counts', async () => {
  expect(await whoAnswers([])).toBe(400)
  expect(await whoAnswers(['Host: acme.localhost', 'Host: globex.localhost'])).toBe(400)
  expect(await whoAnswers(['Host: acme.localhost', 'HOST: acme.localhost'])).toBe(400)
  expect(await whoAnswers(['Host : acme.localhost'])).toBe(400)
  expect(await whoAnswers(['Host: acme.localhost', ' globex.localhost'])).toBe(400)
  expect(
    await whoAnswers(['Host: acme.localhost'], port, 'http://globex.localhost/api/tenant'),
  ).not.toBe('globex')
})

test.each(
  'X-Forwarded-Host X-Host X-Original-Host Forwarded X-Forwarded-Server X-Original-URL'.split(' '),
)('%s is ignored unless a configured proxy sends it', async (name) => {
  const value = name === 'Forwarded' ? 'host=globex.localhost' : 'globex.localhost'
  expect(await whoAnswers(['Host: acme.localhost', `${name}: ${value}`])).toBe('acme')
  expect(await whoAnswers(['Host: unknown.localhost', `${name}: ${value}`])).toBe(404)
})

test('a configured proxy names the host, and an unknown host is refused', async () => {
  const via = (host: string) =>
    whoAnswers(
      ['Host: internal:8080', `X-Forwarded-Host: ${host}`, 'X-Forwarded-For: 192.0.2.1'],
      proxiedPort,
    )
  expect(await via('acme.localhost')).toBe('acme')
  expect(await via('unknown.localhost')).toBe(404)
  expect(await via('acme.localhost.')).toBe(404)
  expect(await whoAnswers(['Host: acme.localhost'], proxiedPort)).toBe('acme')
})

test.each(['globex.localhost', 'acme', 'acme.localhost:1', 'acme.localhost, globex.localhost', ''])(
  'a tenant header of %j at acme.localhost is refused',
  async (tenant) => {
    expect(await whoAnswers(['Host: acme.localhost', `tenant: ${tenant}`])).toBe(400)
    const reply = await t.at('acme.localhost').get('/tenant', { headers: { tenant } })
    expect(reply.code).toBe('tenant-mismatch')
  },
)

test('the health check answers at every host, with its status only', async () => {
  for (const host of ['127.0.0.1', 'unknown.localhost', 'acme.localhost']) {
    const head = ['GET /api/health HTTP/1.1', `Host: ${host}`, 'Connection: close']
    const answer = await rawCall(port, head)
    expect([answer.statusCode, answer.body]).toEqual([200, '{"status":"alive"}'])
  }
})

test('calls that a cookie authorises are refused without the XSRF header', async () => {
  const body = { email: 'a@example.org', password: 'x' }
  for (const path of ['/login', '/refresh-token', '/logout']) {
    const answer = await t.at('acme.localhost').post(path, body)
    expect(answer).toMatchObject({ status: 403, code: 'xsrf-refused' })
  }
})
