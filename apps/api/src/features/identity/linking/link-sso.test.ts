import { visitSamlProvider } from 'e2e/idp/visit-provider'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf as totpOf, anAuthenticator } from '#testing/authenticator.ts'
import { PASSWORD, type TestUser, aTenant, aUser, anIdentity } from '#testing/factories.ts'
import { anOwner } from '#testing/linking.ts'
import { mailsTo } from '#testing/mailed.ts'
import { SWITCHES, startSso } from '#testing/sso-fixture.ts'
import {
  SSO_SUCCESS,
  aSamlVisitor,
  anOpenidVisitor,
  lastRefusal,
  originAt,
  pathOf,
} from '#testing/sso.ts'
import type { Answer } from '#testing/test-app.ts'
import { whileHeld } from '#testing/while-held.ts'

const s = await startSso('link')
const CONFIRMATION = { password: PASSWORD }
const DONE = '/settings?link=done'
const SAML = '/sso/harbour-saml.example'
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code

let user: TestUser
beforeEach(async () => {
  await s.connect()
  user = await aUser(s.t.db, { tenant: s.tenant })
})

const owner = async (options: Parameters<typeof anOwner>[2] = {}, of = user) =>
  await anOwner(s.t, of, options)
const colleague = async () => await owner({}, await aUser(s.t.db, { tenant: s.tenant }))
const link = async (me: Awaited<ReturnType<typeof owner>>, hint?: string) =>
  await me.come(await me.leave(CONFIRMATION, undefined, hint))
const linked = async (of = user, issuer = s.openid.issuer) => await anIdentity(s.t.db, of, issuer)
const removePassword = async () =>
  await s.t.sql`update users set password_hash = null where id = ${user.id}`

describe('linking', () => {
  test('a connection is offered and linked after the password, and then signs in', async () => {
    const me = await owner()
    expect(await me.methods()).toMatchObject({
      password: 'usable',
      confirmation: 'password',
      methods: [{ kind: 'sso', domain: 'harbour.example', identity: null, can_link: true }],
    })
    expect(await link(me)).toBe(DONE)
    expect(await s.identities()).toEqual([{ user_id: user.id, issuer: s.openid.issuer }])
    const { password, methods } = await me.methods()
    expect([password, methods[0]?.can_link]).toEqual(['replaced', false])
    expect(methods[0]?.identity).not.toBeNull()
    expect(await link(me)).toBe(DONE)
    expect(await s.auditActions()).toEqual(['identity.linked'])
    const [mail] = await mailsTo(s.t, user.email)
    expect(mail?.subject).toContain('A sign-in method was added')
    expect(me.jarOf(s.tenant.host).has('pat_oidc')).toBe(false)
    const visitor = anOpenidVisitor(s.t, s.tenant)
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).id).toBe(user.id)
  })

  test.each(['god-admin', 'auditor'] as const)('a user with the role %s can link', async (role) => {
    const me = await owner({}, await aUser(s.t.db, { tenant: s.tenant, roles: [role] }))
    expect(await link(me)).toBe(DONE)
  })

  test('a session without the password is refused', async () => {
    const me = await owner()
    for (const confirmation of [{}, { password: 'not the password' }])
      expect(codeOf(await me.send('/sso/harbour.example', confirmation))).toBe('password-wrong')
  })

  test('two-step verification needs a code, which works once', async () => {
    const app = await anAuthenticator(s.t, user)
    const me = await owner()
    expect((await me.methods()).confirmation).toBe('password-and-code')
    expect(codeOf(await me.send('/sso/harbour.example', CONFIRMATION))).toBe('code-wrong')
    const confirmation = { ...CONFIRMATION, code: totpOf(app) }
    expect(await me.come(await me.leave(confirmation))).toBe(DONE)
    expect(codeOf(await me.send('/sso/harbour.example', confirmation))).toBe('code-wrong')
  })

  test('a single sign-on session can link for ten minutes', async () => {
    const fresh = await owner({ method: 'sso', minutesAgo: 9 })
    expect((await fresh.methods()).confirmation).toBe('nothing')
    expect(await fresh.come(await fresh.leave({}))).toBe(DONE)
    const old = await owner({ method: 'sso', minutesAgo: 11 })
    expect((await old.methods()).confirmation).toBe('too-old')
    expect(codeOf(await old.send('/sso/harbour.example', CONFIRMATION))).toBe('sign-in-too-old')
  })

  test('another browser, another user and an ended session cannot finish it', async () => {
    const me = await owner()
    const other = await owner()
    expect(await other.come(await me.leave(CONFIRMATION))).toBe('/settings?link=expired')
    const back = await me.leave(CONFIRMATION)
    const cookies = (await colleague()).jarOf(s.tenant.host)
    me.jarOf(s.tenant.host).set('pat_rt', cookies.get('pat_rt') ?? '')
    expect(await me.come(back)).toBe('/settings?link=expired')
    const late = await other.leave(CONFIRMATION)
    await s.t.sql`update sessions set revoked_at = now() where id = ${other.sessionId}`
    expect(await other.come(late)).toBe('/settings?link=expired')
    expect(await s.identities()).toEqual([])
    expect(await s.auditActions()).toEqual(Array(3).fill('identity.rejected'))
  })

  test('a provider that can’t be used leads back with the true reason, which the audit log explains', async () => {
    const me = await owner()
    await s.t
      .sql`update sso_connections set issuer = issuer || '/other' where tenant_id = ${s.tenant.id}`
    const started = await me.send('/sso/harbour.example', CONFIRMATION)
    expect(started.json()).toEqual({ url: '/settings?link=misconfigured' })
    expect(await lastRefusal(s.t.db, s.tenant, 'identity.rejected')).toMatchObject({
      reason: 'misconfigured',
      detail: expect.stringContaining('status 404'),
    })
  })

  test('too many sign-ins from one network are called that', async () => {
    const me = await owner()
    await s.t.sql`delete from rate_limits`
    await anOpenidVisitor(s.t, s.tenant).open(
      `${originAt(s.tenant)}/api/auth/sso/harbour.example/start`,
    )
    await s.t.sql`update rate_limits set count = 300`
    const { statusCode } = await me.send('/sso/harbour.example', CONFIRMATION)
    await s.t.sql`delete from rate_limits`
    expect(statusCode).toBe(429)
  })

  test('an answer of the provider works once', async () => {
    const me = await owner()
    const back = await me.leave(CONFIRMATION)
    await me.come(back)
    expect(await me.come(back)).toBe('/auth/sso/callback?reason=expired')
  })

  test.each(SWITCHES)('nothing is linked once %s is switched off on the way', async (what) => {
    const me = await owner()
    const back = await me.leave(CONFIRMATION)
    const reason = await s.switchOff(what)
    expect(await me.come(back)).toBe(`/settings?link=${reason}`)
    expect(await s.identities()).toEqual([])
  })

  test('nothing is linked once the connection was given to another organisation on the way', async () => {
    const me = await owner()
    const back = await me.leave(CONFIRMATION)
    const { id } = await aTenant(s.t.db)
    await s.t.sql`update sso_connections set people_tenant_id = ${id}`
    expect(await me.come(back)).toBe('/settings?link=unknown-domain')
    expect(await s.identities()).toEqual([])
  })

  test("a colleague's identity, or a second one of the same issuer, is refused", async () => {
    const other = await colleague()
    await link(other)
    expect(await link(await owner())).toBe('/settings?link=linked-elsewhere')
    expect(await link(other, 'new')).toBe('/settings?link=linked-elsewhere')
    expect(await s.identities()).toHaveLength(1)
  })

  test.each([
    ['stranger', 'other-domain'],
    ['unverified', 'unverified'],
  ])('the address of %s is refused: %s', async (hint, reason) => {
    expect(await link(await owner(), hint)).toBe(`/settings?link=${reason}`)
  })

  test('only an active connection for the own organisation is offered and linked', async () => {
    await s.connect({ domain: 'elsewhere.example', people_tenant_id: (await aTenant(s.t.db)).id })
    const me = await owner()
    expect((await me.methods()).methods).toHaveLength(1)
    for (const domain of ['nobody.example', 'elsewhere.example'])
      expect(codeOf(await me.send(`/sso/${domain}`, CONFIRMATION))).toBe('not-found')
    s.tenant = await s.newTenant('credentials')
    await s.connect()
    const there = await colleague()
    expect(await there.methods()).toMatchObject({ password: 'usable', methods: [] })
    expect(codeOf(await there.send('/sso/harbour.example', CONFIRMATION))).toBe('not-found')
  })
})

describe('unlinking', () => {
  test('removes the sign-in method after the password, signs out elsewhere and sends a mail', async () => {
    const id = await linked()
    const [me, other] = [await owner(), await owner()]
    expect(codeOf(await me.send(`/${id}/removal`, {}))).toBe('password-wrong')
    expect(await s.identities()).toHaveLength(1)
    await s.t.sql`truncate audit_events cascade`
    expect((await me.send(`/${id}/removal`, CONFIRMATION)).statusCode).toBe(204)
    expect(await me.methods()).toMatchObject({ password: 'usable', methods: [{ identity: null }] })
    expect((await other.send('')).statusCode).toBe(401)
    expect(await s.auditActions()).toEqual(['identity.unlinked'])
    const [mail] = await mailsTo(s.t, user.email)
    expect(mail?.subject).toContain('A sign-in method was removed')
    expect(mail?.text).toContain('harbour.example')
  })

  test('needs a code with two-step verification', async () => {
    const id = await linked()
    const app = await anAuthenticator(s.t, user)
    const me = await owner()
    expect(codeOf(await me.send(`/${id}/removal`, CONFIRMATION))).toBe('code-wrong')
    expect(await s.identities()).toHaveLength(1)
    const confirmation = { ...CONFIRMATION, code: totpOf(app) }
    expect((await me.send(`/${id}/removal`, confirmation)).statusCode).toBe(204)
  })

  test('never removes the last sign-in method of an account without a usable password', async () => {
    const id = await linked()
    await removePassword()
    const me = await owner({ method: 'sso' })
    expect((await me.send(`/${id}/removal`, {})).json()).toMatchObject({
      code: 'last-way-in',
      message: 'This is your only sign-in method. Link another one first.',
    })
    s.tenant = await s.newTenant('sso')
    await s.connect()
    const colleague = await aUser(s.t.db, { tenant: s.tenant })
    const theirs = await linked(colleague)
    const they = await owner({}, colleague)
    expect((await they.methods()).password).toBe('sso-only')
    expect(codeOf(await they.send(`/${theirs}/removal`, CONFIRMATION))).toBe('last-way-in')
  })

  test('two removals at the same time leave one sign-in method', async () => {
    const issuer = `${s.openid.issuer}/second`
    await s.connect({ domain: 'two.example' }, { issuer })
    const ids = [await linked(), await linked(user, issuer)]
    await removePassword()
    const me = await owner({ method: 'sso' })
    const rows = { table: 'identities', ids } as const
    const answers = await whileHeld(s.t, { rows, waiting: 2 }, () =>
      Promise.all(ids.map((id) => me.send(`/${id}/removal`, {}))),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 409]))
    expect(await s.identities()).toHaveLength(1)
  })

  test('an identity of an inactive connection can be removed and does not count as a method', async () => {
    await s.t.sql`update sso_connections set is_active = false`
    const id = await linked()
    const me = await owner()
    expect(await me.methods()).toMatchObject({
      password: 'usable',
      methods: [{ kind: 'other', can_link: false, identity: { id } }],
    })
    expect((await me.send(`/${id}/removal`, CONFIRMATION)).statusCode).toBe(204)
    expect((await me.methods()).methods).toEqual([])
  })
})

describe('with SAML', () => {
  beforeEach(async () => void (await s.connectSaml()))

  /** Links at the provider, up to the address that our own page opens next. */
  async function comeBack(hint: string, back_to?: string) {
    const me = await owner()
    const started = await me.send(SAML, { ...CONFIRMATION, ...(back_to && { back_to }) })
    const { action, ...fields } = await visitSamlProvider(started.json<{ url: string }>().url, hint)
    return { me, next: await me.post(action, fields, 'http://127.0.0.1:4006') }
  }
  const changeAudience = () => {
    s.saml.rewrite = (tags) => ({ ...tags, Audience: 'https://elsewhere.example' })
  }

  test('a SAML identity is linked, and then signs in', async () => {
    const { me, next } = await comeBack('quality')
    expect(await me.come(next)).toBe('/settings?link=done')
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
    const sessions = await s.sessions()
    expect(sessions.find(({ method }) => method === 'sso')?.user_id).toBe(user.id)
  })

  test('a refusal, another browser and a changed response are reported in the settings', async () => {
    const stranger = await comeBack('stranger')
    expect(await stranger.me.come(stranger.next)).toBe('/settings?link=other-domain')
    const { next } = await comeBack('quality')
    expect(await stranger.me.come(next)).toBe('/settings?link=expired')
    changeAudience()
    expect(pathOf((await comeBack('quality')).next)).toBe('/settings?link=misconfigured')
  })

  test('linking from the admin area returns there, and to no other page', async () => {
    const back = '/admin/account/security'
    const { me, next } = await comeBack('stranger', back)
    expect(await me.come(next)).toBe(`${back}?link=other-domain`)
    changeAudience()
    expect(pathOf((await comeBack('quality', back)).next)).toBe(`${back}?link=misconfigured`)
    for (const back_to of ['//evil.example', '/settings/../login', 'https://evil.example/settings'])
      expect((await me.send(SAML, { ...CONFIRMATION, back_to })).statusCode).toBe(400)
  })
})
