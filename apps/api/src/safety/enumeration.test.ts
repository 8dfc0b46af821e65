import { withToken } from '#testing/client.ts'
import { expect, test } from 'vitest'
import { insertLink } from '#support/links.queries.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { countComparisons } from '#testing/count-comparisons.ts'
import {
  PASSWORD,
  type TestTenant,
  aTenant,
  aUser,
  anIdentity,
  theTenant,
} from '#testing/factories.ts'
import { allowSso, anOpenidConnection } from '#testing/sso.ts'
import { mfaTokensOf } from '#features/identity/mfa-token.ts'
import { testApp } from '#testing/test-app.ts'

// Known and unknown addresses get the same answer for the same work.
const KNOWN = 'known@harbour.example'
const UNKNOWN = 'unknown@harbour.example'
const WITH_MFA = 'careful@harbour.example'
const INACTIVE = 'inactive@harbour.example'
const ELSEWHERE = 'elsewhere@harbour.example'
const LINKED = 'linked@harbour.example'
const NO_PASSWORD = 'new@harbour.example'
const ADDRESSES = [KNOWN, UNKNOWN, WITH_MFA, INACTIVE, ELSEWHERE]

const t = await testApp({ works: false })
const provider = { issuer: 'https://issuer.example' }
const open = await theTenant(t.db, 'public')
const northfield = await aTenant(t.db, { domain: 'northfield' })
for (const tenant of [open, northfield]) await allowSso(t.db, tenant)
await aUser(t.db, { tenant: open, email: KNOWN })
await aUser(t.db, { tenant: open, email: NO_PASSWORD })
await t.sql`update users set password_hash = null where email = ${NO_PASSWORD}`
await anIdentity(t.db, await aUser(t.db, { tenant: open, email: LINKED }), provider.issuer)
await aUser(t.db, { tenant: open, email: INACTIVE, isActive: false })
await aUser(t.db, { tenant: northfield, email: ELSEWHERE })
await anAuthenticator(t, await aUser(t.db, { tenant: open, email: WITH_MFA }))
const connect = (tenant: TestTenant, domain: string, isActive: boolean) =>
  anOpenidConnection(t.db, t.app.secrets, provider, { tenant, domain, is_active: isActive })
await connect(open, 'off.example', false)
await connect(open, 'on.example', true)
await connect(northfield, 'next.example', true)
const termsId = (await t.owner.query<{ id: number }>('select id from terms')).rows[0]?.id ?? 0

type Sent = { method?: 'GET'; path: string; body?: object; headers?: Record<string, string> }

/** The answer without its id and time, and the number of password hashes. */
async function seenBy({ method, path, body, headers }: Sent, secrets: string[]) {
  await t.owner.query('delete from rate_limits')
  const browser = aBrowser(t.call, open.host)
  await browser.send('GET', '/tenant')
  const count = countComparisons()
  const answer = await browser.send(method ?? 'POST', path, {
    ...(body && { body }),
    ...(headers && { headers }),
  })
  const { 'x-request-id': id, date: _, ...rest } = answer.headers
  // The answer may repeat the caller's input.
  const shown = [String(id), ...secrets].reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    JSON.stringify([answer.statusCode, rest, answer.body]),
  )
  return { shown, hashes: count() }
}

async function expectSame(requests: Sent[], hashes: number, secrets: string[] = []) {
  const all = []
  for (const request of requests) all.push(await seenBy(request, secrets))
  const [first] = all
  expect(first?.hashes).toBe(hashes)
  for (const [index, each] of all.entries()) expect(each, `request ${index}`).toEqual(first)
  return first?.shown ?? ''
}

const login = (email: string, password: string) => ({ path: '/login', body: { email, password } })

test('a sign-in with a wrong password gets the same answer for every address', async () => {
  const requests = ADDRESSES.map((email) => login(email, 'not the password at all'))
  expect(await expectSame(requests, 1)).toContain('login-failed')
})

test('a sign-in with the correct password of an account that can’t use it gets the answer of an unknown one', async () => {
  const emails = [UNKNOWN, INACTIVE, ELSEWHERE, LINKED, NO_PASSWORD]
  const requests = emails.map((email) => login(email, PASSWORD))
  expect(await expectSame(requests, 1)).toContain('login-failed')
})

test.each(['/forgot-password', '/register/request'])(
  'a request to %s gets the same answer for every address',
  async (path) => {
    const requests = ADDRESSES.map((email) => ({ path, body: { email } }))
    expect(await expectSame(requests, 0)).toContain('204')
  },
)

test.each([
  ['register', '/register/request'],
  ['invite', '/register/invite'],
] as const)(
  'another person’s link of the kind %s is refused alike for every address',
  async (kind, path) => {
    const { signature } = await insertLink(t.db, t.scope(open.id), {
      kind,
      email: 'invited@harbour.example',
      ...(kind === 'invite' && { roles: ['user'] }),
    })
    const account = { name: 'Ida', password: 'four unrelated words here', terms_id: termsId }
    const requests = ADDRESSES.map((email) => ({
      path: `${path}/${signature}`,
      body: { ...account, email, ...(kind === 'register' && { organisation_name: 'Example' }) },
    }))
    expect(await expectSame(requests, 0)).toContain('signature-invalid')
  },
)

test('an invitation gets the same answer for users of another organisation and unknown addresses', async () => {
  const admin = await aUser(t.db, { tenant: open, roles: ['admin'] })
  const caller = t.as(admin)
  const seen = []
  for (const email of [ELSEWHERE, UNKNOWN]) {
    const body = { emails: [email], roles: ['user'] }
    const { status, text, headers } = await caller.post('/invitations', body)
    const bare = text
      .replaceAll(email, '…')
      .replaceAll(/"id":\d+|"\d{4}-[^"]+Z"/g, '…')
      .replaceAll(String(headers['x-request-id']), '…')
    seen.push([status, bare])
  }
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]?.[0]).toBe(200)
})

test('a forged token for two-step verification gets the same answer for every account', async () => {
  const { rows } = await t.owner.query<{ id: number; email: string }>('select id, email from users')
  const idOf = (email: string) => rows.find((row) => row.email === email)?.id ?? 0
  const forged = { userId: 0, tenantId: open.id, challengeId: 1 }
  const requests = []
  for (const userId of [idOf(KNOWN), idOf(WITH_MFA), idOf(INACTIVE), 987_654_321]) {
    const token = await mfaTokensOf(t.app).sign({ ...forged, userId })
    requests.push({ path: '/mfa', body: { code: '123456' }, headers: withToken(token) })
  }
  expect(await expectSame(requests, 0)).toMatch(/^\[4\d\d/)
})

test('single sign-on gets the same answer for an unknown, inactive or foreign domain', async () => {
  const domains = ['unknown.example', 'off.example', 'next.example']
  const requests = domains.map((domain): Sent => ({
    method: 'GET',
    path: `/auth/sso/${domain}/start`,
  }))
  expect(await expectSame(requests, 0, domains)).toContain('unknown-domain')
})
