import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import {
  PASSWORD,
  type TestTenant,
  aContentSet,
  aSession,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { operations, urlOf } from '#testing/operations.ts'
import { aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let strict: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  strict = await aTenant(t.db, { domain: 'strict' })
  await t.owner.query('update tenants set is_mfa_required = true where id = $1', [strict.id])
})
afterAll(() => t.close())

const OPEN = new Set([
  'mfa.begin',
  'mfa.confirm',
  'mfa.status',
  'terms.accept',
  'terms.current',
  'account.me',
])

test('until it is set up, everything but set-up, user, terms and logout answers mfa-setup-required', async () => {
  const admin = await aUser(t.db, {
    tenant: strict,
    roles: ['user', 'admin', 'god-admin', 'auditor'],
  })
  const caller = t.as(admin)
  const wrong: string[] = []
  for (const { name, endpoint } of operations) {
    if (endpoint.access === 'public' || endpoint.access === 'mfa') continue
    const path = urlOf(endpoint, { id: 1, elementId: 1 }).replace('/api', '')
    const { [lower(endpoint.method)]: send } = caller
    const bytes = { headers: { 'content-type': 'application/octet-stream' } }
    const { code } = endpoint.isRaw ? await caller.put(path, 'x', bytes) : await send(path, {})
    if ((code === 'mfa-setup-required') === OPEN.has(name)) wrong.push(`${name}: ${code}`)
  }
  expect(wrong).toEqual([])
  expect((await caller.get('/user')).body).toMatchObject({ user: { mfa_setup_required: true } })
})

test('a person without the second step is led through set-up and then goes on', async () => {
  const user = await aUser(t.db, { tenant: strict })
  const browser = aBrowser(t.call, strict.host)
  expect((await browser.signIn(user.email)).json()).toHaveProperty('token')
  const caller = t.as(user)
  expect((await caller.get('/mfa')).body).toMatchObject({ is_required: true, is_enabled: false })
  const { secret } = (await caller.post('/mfa/setup', { password: PASSWORD })).body as {
    secret: string
  }
  expect((await caller.get('/overview')).code).toBe('mfa-setup-required')
  await caller.post('/mfa/setup/confirmation', { code: codeOf({ secret }) })
  expect((await caller.get('/overview')).code).not.toBe('mfa-setup-required')
  expect((await caller.get('/user')).body).toMatchObject({
    user: { mfaEnabled: true, mfa_setup_required: false },
  })
})

test('the terms come before the set-up', async () => {
  const user = await aUser(t.db, { tenant: strict, hasAcceptedTerms: false })
  const caller = t.as(user)
  expect((await caller.get('/terms')).status).toBe(200)
  expect((await caller.post('/mfa/setup', { password: PASSWORD })).code).toBe('terms-not-accepted')
})

test('asking for it and setting it up count at the next request of a live session', async () => {
  const tenant = await aTenant(t.db, { domain: 'becomes-strict' })
  const [without, withIt] = [await aUser(t.db, { tenant }), await aUser(t.db, { tenant })]
  await anAuthenticator(t, withIt)
  const [first, second] = [t.as(without), t.as(withIt)]
  expect((await first.get('/sessions')).status).toBe(200)
  await t.owner.query('update tenants set is_mfa_required = true where id = $1', [tenant.id])
  expect((await first.get('/sessions')).code).toBe('mfa-setup-required')
  expect((await second.get('/sessions')).status).toBe(200)
})

test('an answer is not saved before, though saving asks in a single statement', async () => {
  const tenant = await aTenant(t.db, { domain: 'saves-strictly' })
  await aContentSet(t.db, { tenant, file: aTinySet() })
  const anna = aRespondent(t, await aUser(t.db, { tenant }))
  const [id, elementId] = [await anna.open(), (await anna.overview()).elements[0]?.id ?? 0]
  const [statement] = (await anna.quiz(id, elementId)).statements
  if (!statement) throw new Error('The element has a statement.')
  await t.owner.query('update tenants set is_mfa_required = true where id = $1', [tenant.id])
  const answer = choice(statement, 1, 1)
  expect(await anna.save(id, answer)).toMatchObject({ status: 403, code: 'mfa-setup-required' })
  await t.owner.query('update tenants set is_mfa_required = false where id = $1', [tenant.id])
  expect((await anna.quiz(id, elementId)).responses).toEqual([])
  expect((await anna.save(id, answer)).status).toBe(200)
})

test('where the organisation asks for it nobody turns it off, and the codes can be renewed', async () => {
  const user = await aUser(t.db, { tenant: strict })
  const { recoveryCodes, ...phone } = await anAuthenticator(t, user)
  const caller = t.as(user)
  const proof = { password: PASSWORD, recovery_code: recoveryCodes[0] }
  expect(await caller.post('/mfa/removal', proof)).toMatchObject({
    status: 409,
    code: 'mfa-required',
  })
  expect((await caller.get('/mfa')).body).toMatchObject({ is_enabled: true })
  const both = { password: PASSWORD, code: codeOf(phone) }
  expect((await caller.post('/mfa/recovery-codes', both)).status).toBe(200)
})

test('who came by single sign-on is not asked', async () => {
  const user = await aUser(t.db, { tenant: strict })
  const sessionId = await aSession(t.db, user, { method: 'sso' })
  const claims = { userId: user.id, tenantId: strict.id, sessionId }
  const authorization = `Bearer ${await t.app.tokens.sign(claims)}`
  const get = async (url: string) =>
    (await t.call({ host: strict.host, url, headers: { authorization } })).json()
  expect(await get('/api/sessions')).toHaveProperty('sessions')
  expect(await get('/api/user')).toMatchObject({ user: { mfa_setup_required: false } })
  expect(await get('/api/mfa')).toMatchObject({ method: 'sso', is_required: true })
})

function lower(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') {
  return method.toLowerCase() as Lowercase<typeof method>
}
