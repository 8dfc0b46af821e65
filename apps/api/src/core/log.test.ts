import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { MailError } from '#adapters/mail.ts'
import { aTenant } from '#testing/factories.ts'
import { operations, urlOf } from '#testing/operations.ts'
import { testApp } from '#testing/test-app.ts'
import { openLog } from './log.ts'
import { randomToken } from './random-token.ts'
import { StartError } from '#start-error.ts'

const lines: string[] = []
afterEach(() => void lines.splice(0))
const log = openLog({ LOG_LEVEL: 'trace' }, { write: (line: string) => void lines.push(line) })
const WEB_DIST = await mkdtemp(join(tmpdir(), 'waymark-web-'))
await writeFile(join(WEB_DIST, 'index.html'), '<!doctype html>')
await mkdir(join(WEB_DIST, '.vite'))
await writeFile(join(WEB_DIST, '.vite/routes.json'), '[]')
const t = await testApp({ works: false, log, env: { LOG_LEVEL: 'trace', WEB_DIST } })
const { host } = await aTenant(t.db)

const TOKEN = randomToken()
const CODE = 'K7QX29MB4TWD'
const JWT = `eyJhbGciOiJFZERTQSJ9.${Buffer.from(`{"sub":"${CODE}"}`.padEnd(60)).toString('base64url')}.${TOKEN}`
const NAMES = operations.flatMap(({ endpoint }) =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
)
const SECRETS = [TOKEN, CODE, JWT, 'anna@example.org', 's3cret']

function logged() {
  const text = lines.join('')
  for (const secret of SECRETS) expect(text).not.toContain(secret)
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}
const pathsLogged = () => logged().flatMap(({ path }) => path ?? [])

test.each([
  ['a signature', TOKEN],
  ['a code', CODE],
])('no endpoint logs %s in its path', async (_, secret) => {
  const params = Object.fromEntries(NAMES.map((name) => [name, secret]))
  for (const { endpoint } of operations)
    await t.call({ host, method: endpoint.method, url: urlOf(endpoint, params) })
  expect(pathsLogged()).toEqual(
    expect.arrayContaining([
      '/api/register/invite/[redacted]',
      '/api/forgot-password/[redacted]',
      '/api/verify/[redacted]',
      '/api/users/[redacted]',
    ]),
  )
})

test('no page logs the signature in its address or what its query has', async () => {
  for (const page of ['forgot-password', 'register/request', 'register/invite', 'verify', 'none/x'])
    for (const secret of [TOKEN, CODE])
      await t.call({ host, url: `/${page}/${secret}?email=anna@example.org&code=${CODE}` })
  await t.call({ host, url: `/${CODE}` })
  await t.call({ host, url: `/api/nothing/${CODE}/%ff?signature=${TOKEN}` })
  expect(pathsLogged()).toContain('/forgot-password/[redacted]')
})

test('answers of providers, headers, cookies and bodies are not logged', async () => {
  const headers = {
    authorization: `Bearer ${JWT}`,
    cookie: `__Host-pat_rt=1.${TOKEN}`,
    referer: `http://${host}/forgot-password/${TOKEN}?code=${CODE}`,
    'oidc-authorization': `Bearer ${JWT}`,
    'oidc-access-token': CODE,
    'x-xsrf-token': TOKEN,
  }
  const query = `code=${CODE}&state=${TOKEN}&id_token=${JWT}`
  for (const path of ['auth/sso/callback', 'auth/sso/example.org/callback', 'oidc/signin', 'user'])
    await t.call({ host, url: `/api/${path}?${query}`, headers })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = `SAMLResponse=${CODE}&RelayState=${TOKEN}`
  await t.call({ host, method: 'POST', url: '/api/auth/sso/acs', headers: form, payload })
  const body = { email: 'anna@example.org', password: 's3cret', code: CODE, token: JWT }
  await t.call({ host, method: 'POST', url: '/api/login', payload: body, headers })
  expect(pathsLogged()).toContain('/api/auth/sso/callback')
})

test('a logged error keeps its message and stack, without links, tokens and what libraries attach', async () => {
  const cause = Object.assign(new Error(`GET https://idp.example/token?code=${CODE}&state=x`), {
    response: { body: CODE },
    config: { headers: { authorization: JWT } },
  })
  const error = Object.assign(new Error(`No row for /register/invite/${TOKEN}`, { cause }), {
    code: '23505',
    detail: `Key (email)=(anna@example.org)`,
  })
  log.error({ err: error }, 'a job failed')
  log.error(error)
  log.warn(`The link http://${host}/forgot-password/${TOKEN} failed`)
  const [{ err, msg } = {}] = logged()
  expect(msg).toBe('a job failed')
  expect(err).toMatchObject({
    type: 'Error',
    code: '23505',
    message: 'No row for /register/invite/[redacted]',
    stack: expect.stringContaining('log.test.ts'),
    cause: { message: 'GET https://idp.example/token?[redacted]' },
  })
})

test('an error of which the operator needs the message only is logged without a stack', () => {
  log.error({ err: new MailError('Waymark can’t use the mail server.', 'unreachable') }, 'failed')
  log.error({ err: new StartError('The disk is full.') }, 'failed')
  expect(logged().map(({ err }) => err)).toEqual([
    { type: 'MailError', message: 'Waymark can’t use the mail server.' },
    { type: 'StartError', message: 'The disk is full.' },
  ])
})

test('an error that the job queue has copied to a plain object keeps its message and code', () => {
  const { message, stack } = new Error('Query read timeout')
  log.error({ err: { message, stack, code: '57014', queue: 'mail', options: { token: TOKEN } } })
  expect(logged()).toMatchObject([{ err: { type: 'Error', message, stack, code: '57014' } }])
  expect(lines.join('')).not.toContain('options')
})
