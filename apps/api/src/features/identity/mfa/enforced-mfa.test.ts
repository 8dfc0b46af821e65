import { expect, test } from 'vitest'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { PASSWORD, type TestTenant, aSession, aTenant, aUser } from '#testing/factories.ts'
import { operations, urlOf } from '#testing/operations.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const requireMfa = ({ id }: TestTenant) =>
  t.sql`update tenants set is_mfa_required = true where id = ${id}`
const strict = await aTenant(t.db)
await requireMfa(strict)

const OPEN = new Set([
  'mfa.start',
  'mfa.confirm',
  'mfa.status',
  'terms.accept',
  'terms.current',
  'account.me',
])

test('before set-up only the user, the set-up and the terms are open', async () => {
  const roles = ['user', 'admin', 'god-admin', 'auditor'] as const
  const user = await aUser(t.db, { tenant: strict, roles: [...roles] })
  const caller = t.as(user)
  const session = {
    userId: user.id,
    tenantId: strict.id,
    sessionId: await aSession(t.db, user),
  }
  const wrong: string[] = []
  for (const { name, endpoint } of operations) {
    if (endpoint.access === 'public' || endpoint.access === 'mfa') continue
    const url = urlOf(endpoint, { id: 1, elementId: 1 })
    const link = endpoint.byLink ? `?token=${await t.app.tokens.signLink(session, url)}` : ''
    const path = `${url.replace('/api', '')}${link}`
    const send = caller[endpoint.method.toLowerCase() as Lowercase<typeof endpoint.method>]
    const bytes = { headers: { 'content-type': 'application/octet-stream' } }
    const { code } = endpoint.isRaw ? await caller.put(path, 'x', bytes) : await send(path, {})
    if ((code === 'mfa-setup-required') === OPEN.has(name)) wrong.push(`${name}: ${code}`)
  }
  expect(wrong).toEqual([])
  expect((await caller.get('/user')).body).toMatchObject({ user: { mfa_setup_required: true } })
})

test('a user without an authenticator signs in, sets it up and continues', async () => {
  const user = await aUser(t.db, { tenant: strict })
  const browser = aBrowser(t.call, strict.host)
  expect((await browser.signIn(user.email)).json()).toHaveProperty('token')
  const caller = t.as(user)
  expect((await caller.get('/mfa')).body).toMatchObject({ is_required: true, is_enabled: false })
  const { body } = await caller.post('/mfa/setup', { password: PASSWORD })
  expect((await caller.get('/overview')).code).toBe('mfa-setup-required')
  const code = codeOf(body as { secret: string })
  await caller.post('/mfa/setup/confirmation', { code })
  expect((await caller.get('/overview')).code).not.toBe('mfa-setup-required')
  const set = { mfaEnabled: true, mfa_setup_required: false }
  expect((await caller.get('/user')).body).toMatchObject({ user: set })
})

test('the terms come before the set-up', async () => {
  const caller = t.as(await aUser(t.db, { tenant: strict, hasAcceptedTerms: false }))
  expect((await caller.get('/terms')).status).toBe(200)
  expect((await caller.post('/mfa/setup', { password: PASSWORD })).code).toBe('terms-not-accepted')
})

test('a new requirement applies at the next request of a live session', async () => {
  const tenant = await aTenant(t.db)
  const [without, withIt] = [await aUser(t.db, { tenant }), await aUser(t.db, { tenant })]
  await anAuthenticator(t, withIt)
  expect((await t.as(without).get('/sessions')).status).toBe(200)
  await requireMfa(tenant)
  expect((await t.as(without).get('/sessions')).code).toBe('mfa-setup-required')
  expect((await t.as(withIt).get('/sessions')).status).toBe(200)
})

test('required verification cannot be turned off, but recovery codes can be renewed', async () => {
  const user = await aUser(t.db, { tenant: strict })
  const { recoveryCodes, ...phone } = await anAuthenticator(t, user)
  const caller = t.as(user)
  const confirmation = { password: PASSWORD, recovery_code: recoveryCodes[0] }
  const refused = await caller.post('/mfa/removal', confirmation)
  expect(refused).toMatchObject({ status: 409, code: 'mfa-required' })
  expect((await caller.get('/mfa')).body).toMatchObject({ is_enabled: true })
  const both = { password: PASSWORD, code: codeOf(phone) }
  expect((await caller.post('/mfa/recovery-codes', both)).status).toBe(200)
})

test('a single sign-on session needs no set-up', async () => {
  const caller = t.as(await aUser(t.db, { tenant: strict }), { method: 'sso' })
  expect((await caller.get('/sessions')).status).toBe(200)
  expect((await caller.get('/user')).body).toMatchObject({ user: { mfa_setup_required: false } })
  expect((await caller.get('/mfa')).body).toMatchObject({ method: 'sso', is_required: true })
})
