import { expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { type Received, headerFaults } from '#testing/header-check.ts'
import { rawCall } from '#testing/raw-http.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'

// The test app checks the headers of every answer. These are the answers that no other test requests.
const t = await testApp({ works: false })
const port = Number(new URL(await t.http.listen({ host: '127.0.0.1', port: 0 })).port)

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
  const held = await Promise.all(Array.from({ length: 5 }, () => t.app.pools.app.connect()))
  const answer = await t.call({ host: 'acme.localhost', url: '/api/tenant' })
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
  const env = { NODE_ENV: 'production', WAYMARK_SECRET: 'x'.repeat(32) }
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

const CSP = String(GOOD.headers['content-security-policy'])
const UNSAFE_CSP = CSP.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
test.each([
  ...Object.keys(GOOD.headers).map((name): [string, undefined] => [name, undefined]),
  ['server', 'fastify/5'],
  ['x-powered-by', 'x'],
  ['access-control-allow-origin', '*'],
  ['set-cookie', '__Host-a=1; Path=/; Secure; HttpOnly; SameSite=Lax; Domain=localhost'],
  ['set-cookie', '__Host-a=1; Path=/; Secure; SameSite=Lax'],
  ['set-cookie', '__Host-a=1; Path=/; HttpOnly; SameSite=Lax'],
  ['content-security-policy', UNSAFE_CSP],
])('the header check notices %s: %s', (name, value) => {
  const answer = { ...GOOD, headers: { ...GOOD.headers, [name]: value } }
  expect(headerFaults(answer, '/api/user', false)).not.toEqual([])
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
