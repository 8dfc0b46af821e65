import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { type Received, headerFaults } from '#testing/header-check.ts'
import { LONG_WAITS } from '#testing/long-waits.ts'
import { type TestApp, startTestApp, testApp } from '#testing/test-app.ts'

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
async function answeringTenant(lines: string[], at = port, url = '/api/tenant') {
  const answer = await rawCall(at, [`GET ${url} HTTP/1.1`, ...lines, 'Connection: close'])
  expect(headerFaults(answer, url, false)).toEqual([])
  if (answer.statusCode !== 200) return answer.statusCode
  return (JSON.parse(answer.body) as { name: string }).name
}

/** Sends a raw request, which an HTTP client could refuse, and reads the whole answer. */
async function rawCall(port: number, head: readonly string[], body = ''): Promise<Received> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.setTimeout(5000, () => socket.destroy(new Error('No answer within 5 seconds.')))
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  return parse(Buffer.concat(chunks).toString('utf8'))
}

function parse(text: string): Received {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string | string[]> = {}
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/: ?(.*)/)
    const key = name.toLowerCase()
    headers[key] = key === 'set-cookie' ? [headers[key] ?? [], value].flat() : value
  }
  return { statusCode: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
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
  expect(await answeringTenant([`Host: ${host}`])).toBe(name)
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
  expect([400, 404]).toContain(await answeringTenant([`Host: ${host}`]))
})

test('every request at the host of a suspended organisation is refused with 403', async () => {
  expect(await answeringTenant(['Host: closed.localhost'])).toBe(403)
  expect(await answeringTenant(['Host: closed.localhost'], port, '/api/sys')).toBe(403)
})

test('requests need exactly one Host header, and only that header counts', async () => {
  expect(await answeringTenant([])).toBe(400)
  expect(await answeringTenant(['Host: acme.localhost', 'Host: globex.localhost'])).toBe(400)
  expect(await answeringTenant(['Host: acme.localhost', 'HOST: acme.localhost'])).toBe(400)
  expect(await answeringTenant(['Host : acme.localhost'])).toBe(400)
  expect(await answeringTenant(['Host: acme.localhost', ' globex.localhost'])).toBe(400)
  expect(
    await answeringTenant(['Host: acme.localhost'], port, 'http://globex.localhost/api/tenant'),
  ).not.toBe('globex')
})

test('a browser whose cookies are too long gets a page that says what to do, and a program JSON', async () => {
  const open = async (...lines: string[]) => {
    const head = ['GET /api/auth/sso/callback HTTP/1.1', 'Host: acme.localhost', ...lines]
    const answer = await rawCall(port, [...head, `Cookie: a=${'a'.repeat(20_000)}`])
    expect(answer.statusCode).toBe(431)
    return answer
  }
  for (const line of ['Sec-Fetch-Mode: navigate', 'accept: text/html,*/*;q=0.8']) {
    const { headers, body } = await open(line)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
    expect(body).toContain('delete this site’s cookies')
    expect(body).toContain('<a href="/">Go to the start page</a>')
  }
  const called = await open('Accept: application/json')
  expect(headerFaults(called, '/api/auth/sso/callback', false)).toEqual([])
  expect(called.headers['content-type']).toContain('application/json')
})

test.each(
  'X-Forwarded-Host X-Host X-Original-Host Forwarded X-Forwarded-Server X-Original-URL'.split(' '),
)('%s is ignored', async (name) => {
  const value = name === 'Forwarded' ? 'host=globex.localhost' : 'globex.localhost'
  expect(await answeringTenant(['Host: acme.localhost', `${name}: ${value}`])).toBe('acme')
  expect(await answeringTenant(['Host: acme.localhost', `${name}: ${value}`], proxiedPort)).toBe(
    'acme',
  )
  expect(await answeringTenant(['Host: unknown.localhost', `${name}: ${value}`])).toBe(404)
})

test('a configured proxy names the client’s address, and only Host names the organisation', async () => {
  const via = (host: string, forwarded: string) =>
    answeringTenant(
      [`Host: ${host}`, `X-Forwarded-Host: ${forwarded}`, 'X-Forwarded-For: 192.0.2.1'],
      proxiedPort,
    )
  expect(await via('acme.localhost', 'globex.localhost')).toBe('acme')
  expect(await via('acme.localhost', 'unknown.localhost')).toBe('acme')
  expect(await via('unknown.localhost', 'acme.localhost')).toBe(404)
  expect(await via('internal:8080', 'acme.localhost')).toBe(404)
})

test.each(['globex.localhost', 'acme', 'acme.localhost:1', 'acme.localhost, globex.localhost', ''])(
  'a tenant header of %j at acme.localhost is refused',
  async (tenant) => {
    expect(await answeringTenant(['Host: acme.localhost', `tenant: ${tenant}`])).toBe(400)
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

// The test app checks the headers of every answer. These are the answers that no other test requests.
const PATHS =
  `/ /login /.git/config /.env /api /api/ /api/nothing /api/docs /api/openapi.json /assets/
  /assets/../../package.json /%2e%2e/package.json /api/%ff /api/reports/% /index.php`.split(/\s+/)
test.each(PATHS)('%s has every header and shows no source file', async (url) => {
  const answer = await t.call({ host: 'localhost', url })
  expect(answer.body).not.toMatch(/"workspaces"|DATABASE_URL|\[core\]/)
})

test.each([
  ['an invalid request line', ['nonsense']],
  ['an unknown method', ['BREW /api/sys HTTP/1.1', 'Host: localhost', 'Connection: close']],
  ['too many headers', ['GET /api/sys HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(20_000)}`]],
  [
    'two lengths',
    ['POST /api/login HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Content-Length: 2'],
  ],
  ['an invalid address', ['GET /api/%ff HTTP/1.1', 'Host: localhost', 'Connection: close']],
])('%s is refused with every header', async (_, lines) => {
  const answer = await rawCall(port, lines)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(headerFaults(answer, '/api/', false)).toEqual([])
})

test('without a free connection, requests get 503 with Retry-After', async () => {
  const busy = await testApp({ works: false, besides: t, waits: { ...LONG_WAITS, connect: 1000 } })
  const held = await Promise.all(Array.from({ length: 5 }, () => busy.app.pools.app.connect()))
  const answer = await busy.call({ host: 'unread.localhost', url: '/api/tenant' })
  for (const client of held) client.release()
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
})

test('an internal error is a 500 with its request id and no details', async () => {
  const user = await aUser(t.db, { tenant: await aTenant(t.db) })
  await t.owner.query('alter table terms rename to mislaid')
  expect(await t.as(user).get('/terms')).toMatchObject({ status: 500, code: 'internal' })
  await t.owner.query('alter table mislaid rename to terms')
  expect(await t.as(user).get('/terms')).toMatchObject({ status: 200 })
})

test('in production every answer has strict-transport-security', async () => {
  const env = {
    NODE_ENV: 'production',
    WAYMARK_SECRET: 'x'.repeat(32),
    MAIL: 'off',
    PUBLIC_URL: 'https://localhost',
  }
  const production = await startTestApp({ works: false, env })
  for (const url of ['/api/sys', '/api/nothing', '/', '/api/%ff'])
    await production.call({ host: 'localhost', url })
  await production.close()
})

const GOOD: Received = {
  statusCode: 200,
  body: '{}',
  headers: {
    'content-security-policy':
      "default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'x-request-id': '00000000-0000-4000-8000-000000000000',
    'cache-control': 'no-store',
  },
}
const error = (message: string, request_id = '00000000-0000-4000-8000-000000000000') => ({
  statusCode: 500,
  body: JSON.stringify({ code: 'internal', message, request_id }),
  headers: { ...GOOD.headers, 'content-type': 'application/json' },
})

test('the header check accepts complete headers', () => {
  expect(headerFaults(GOOD, '/api/user', false)).toEqual([])
  expect(headerFaults(error('Something went wrong.'), '/api/user', false)).toEqual([])
})

test('only data may leave out what protects documents', () => {
  const ofData = {
    ...GOOD.headers,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-opener-policy': undefined,
    'permissions-policy': undefined,
    'referrer-policy': undefined,
    'x-frame-options': undefined,
  }
  expect(headerFaults({ ...GOOD, headers: ofData }, '/api/user', false)).toEqual([])
  const headers = { ...ofData, 'content-type': 'text/html' }
  expect(headerFaults({ ...GOOD, headers }, '/api/user', false)).not.toEqual([])
})

const CSP = String(GOOD.headers['content-security-policy'])
const UNSAFE_CSP = CSP.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
test.each([
  ...Object.keys(GOOD.headers).map((name): [string, undefined] => [name, undefined]),
  ['server', 'fastify/5'],
  ['x-powered-by', 'x'],
  ['access-control-allow-origin', '*'],
  ['set-cookie', 'a=1; Path=/; HttpOnly; SameSite=Lax; Domain=localhost'],
  ['set-cookie', 'a=1; Path=/; SameSite=Lax'],
  ['set-cookie', 'a=1; Path=/; HttpOnly'],
  ['set-cookie', 'a=1; HttpOnly; SameSite=Lax'],
  ['set-cookie', 'a=1; Path=/; Secure; HttpOnly; SameSite=Lax'],
  ['set-cookie', '__Host-a=1; Path=/; HttpOnly; SameSite=Lax'],
  ['content-security-policy', UNSAFE_CSP],
])('the header check notices %s: %s', (name, value) => {
  const answer = { ...GOOD, headers: { ...GOOD.headers, [name]: value } }
  expect(headerFaults(answer, '/api/user', false)).not.toEqual([])
})

test('the header check expects each cookie of https to be secure and bound to its host', () => {
  const faultsOf = (cookie: string) =>
    headerFaults({ ...GOOD, headers: { ...GOOD.headers, 'set-cookie': cookie } }, '/', false, true)
  expect(faultsOf('__Host-a=1; Path=/; Secure; HttpOnly; SameSite=Lax')).toEqual([])
  for (const cookie of ['a=1; Path=/; Secure', '__Host-a=1; Path=/', 'a=1; Path=/'])
    expect(faultsOf(`${cookie}; HttpOnly; SameSite=Lax`)).toHaveLength(1)
})

test.each<[what: string, answer: Received]>([
  ['a stack', error('x\n    at handler (a.js:1:1)')],
  ['a path', error('ENOENT /home/app/apps/api/src/main.ts')],
  ['a statement', error('select a from users where id = 1')],
  ['a constraint', error('insert violates unique constraint')],
  ['another request id', error('Something went wrong.', 'x')],
  ['an error outside the contract', { ...error(''), body: '{"error":"Bad Request"}' }],
])('the header check notices %s', (_, answer) => {
  expect(headerFaults(answer, '/api/user', false)).not.toEqual([])
})
