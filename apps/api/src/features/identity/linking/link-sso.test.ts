import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf as totpOf, anAuthenticator } from '#testing/authenticator.ts'
import {
  PASSWORD,
  type TestTenant,
  type TestUser,
  aTenant,
  aUser,
  anIdentity,
} from '#testing/factories.ts'
import { anOwner } from '#testing/linking.ts'
import { mailsTo } from '#testing/mailed.ts'
import { SSO_SUCCESS, allowSso, anOpenidConnection, anOpenidVisitor } from '#testing/sso.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let provider: OidcProvider
let tenant: TestTenant
let user: TestUser
let made = 0

const ORIGINS = Array.from({ length: 40 }, (_, n) => `http://link${n}.localhost:4003`)
const PROOF = { password: PASSWORD }
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code

beforeAll(async () => {
  t = await startTestApp({ works: false })
  provider = await startOidcProvider({ origins: ORIGINS })
})
afterAll(async () => {
  await provider.stop()
  await t.close()
})
beforeEach(async () => {
  tenant = await aTenant(t.db, { domain: `link${made++}` })
  await allowSso(t.db, tenant)
  await anOpenidConnection(t.db, t.app.secrets, provider, { tenant })
  user = await aUser(t.db, { tenant })
})

const owner = async (wish: Parameters<typeof anOwner>[2] = {}, of = user) =>
  await anOwner(t, of, wish)
const identities = async () =>
  await t.db.selectFrom('identities').selectAll().where('tenant_id', '=', tenant.id).execute()
const events = async () =>
  (
    await t.db
      .selectFrom('audit_events')
      .select('action')
      .where('tenant_id', '=', tenant.id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('linking', () => {
  test('the connection is offered, and linked after password and provider', async () => {
    const me = await owner()
    expect(await me.ways()).toMatchObject({
      password: 'usable',
      proof: 'password',
      ways: [{ kind: 'sso', domain: 'harbour.example', identity: null, can_link: true }],
    })
    expect(await me.come(await me.leave(PROOF))).toBe('/settings?link=done')
    expect(await identities()).toMatchObject([{ user_id: user.id, issuer: provider.issuer }])
    const { password, ways } = await me.ways()
    expect([password, ways[0]?.can_link]).toEqual(['replaced', false])
    expect(ways[0]?.identity).not.toBeNull()
    expect(await events()).toEqual(['identity.linked'])
    const [mail] = await mailsTo(t, user.email)
    expect(mail?.subject).toBe('A way to sign in was added')
    // Nobody was signed in by it, and from now on somebody is, whatever the addresses are.
    expect(me.jarOf(tenant.host).has('__Host-pat_oidc')).toBe(false)
    const visitor = anOpenidVisitor(t, tenant)
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).id).toBe(user.id)
  })

  test('linking what is linked already changes nothing', async () => {
    const me = await owner()
    await me.come(await me.leave(PROOF))
    expect(await me.come(await me.leave(PROOF))).toBe('/settings?link=done')
    expect(await events()).toEqual(['identity.linked'])
  })

  test.each(['god-admin', 'auditor'] as const)('%s may, by hand', async (role) => {
    const me = await owner({}, await aUser(t.db, { tenant, roles: [role] }))
    expect(await me.come(await me.leave(PROOF))).toBe('/settings?link=done')
  })
})

describe('only the owner links', () => {
  test('a session alone is not enough', async () => {
    const me = await owner()
    for (const proof of [{}, { password: 'not the password' }]) {
      expect(codeOf(await me.send('/sso/harbour.example', proof))).toBe('password-wrong')
    }
  })

  test('with two-step sign-in the code is asked for, too', async () => {
    const app = await anAuthenticator(t, user)
    const me = await owner()
    expect((await me.ways()).proof).toBe('password-and-code')
    expect(codeOf(await me.send('/sso/harbour.example', PROOF))).toBe('code-wrong')
    const proof = { ...PROOF, code: totpOf(app) }
    expect(await me.come(await me.leave(proof))).toBe('/settings?link=done')
    expect(codeOf(await me.send('/sso/harbour.example', proof))).toBe('code-wrong')
  })

  test('after single sign-on that sign-in counts, for ten minutes', async () => {
    const fresh = await owner({ method: 'sso', minutesAgo: 9 })
    expect((await fresh.ways()).proof).toBe('nothing')
    expect(await fresh.come(await fresh.leave({}))).toBe('/settings?link=done')
    const old = await owner({ method: 'sso', minutesAgo: 11 })
    expect((await old.ways()).proof).toBe('too-old')
    expect(codeOf(await old.send('/sso/harbour.example', PROOF))).toBe('sign-in-too-old')
  })

  test('another browser cannot finish it', async () => {
    const me = await owner()
    const back = await me.leave(PROOF)
    expect(await (await owner()).come(back)).toBe('/settings?link=expired')
    expect(await identities()).toEqual([])
    expect(await events()).toEqual(['identity.rejected'])
  })

  test('nor this one once somebody else is signed in, or the session is over', async () => {
    const me = await owner()
    const back = await me.leave(PROOF)
    const cookies = (await owner({}, await aUser(t.db, { tenant }))).jarOf(tenant.host)
    me.jarOf(tenant.host).set('__Host-pat_rt', cookies.get('__Host-pat_rt') ?? '')
    expect(await me.come(back)).toBe('/settings?link=expired')
    const again = await owner()
    const late = await again.leave(PROOF)
    await t.owner.query('update sessions set revoked_at = now() where id = $1', [again.sessionId])
    expect(await again.come(late)).toBe('/settings?link=expired')
    expect(await identities()).toEqual([])
  })

  test('an answer links once', async () => {
    const me = await owner()
    const back = await me.leave(PROOF)
    await me.come(back)
    expect(await me.come(back)).toBe('/auth/sso/callback?reason=expired')
  })
})

describe('it is refused', () => {
  test('when it is a colleague’s already, or the account has another one of the issuer', async () => {
    const colleague = await owner({}, await aUser(t.db, { tenant }))
    await colleague.come(await colleague.leave(PROOF))
    const me = await owner()
    expect(await me.come(await me.leave(PROOF))).toBe('/settings?link=linked-elsewhere')
    expect(await colleague.come(await colleague.leave(PROOF, undefined, 'new'))).toBe(
      '/settings?link=linked-elsewhere',
    )
    expect(await identities()).toHaveLength(1)
  })

  test('for an address that is not of the connection’s domain, or not verified', async () => {
    const me = await owner()
    for (const hint of ['stranger', 'unverified']) {
      expect(await me.come(await me.leave(PROOF, undefined, hint))).toBe(
        '/settings?link=no-account',
      )
    }
  })

  test('where the connection is unknown, another organisation’s, or single sign-on is off', async () => {
    const elsewhere = await aTenant(t.db)
    await anOpenidConnection(t.db, t.app.secrets, provider, {
      tenant,
      domain: 'elsewhere.example',
      peopleOf: elsewhere,
    })
    const me = await owner()
    expect((await me.ways()).ways).toHaveLength(1)
    for (const domain of ['nobody.example', 'elsewhere.example']) {
      expect(codeOf(await me.send(`/sso/${domain}`, PROOF))).toBe('not-found')
    }
    const off = await aTenant(t.db, { domain: `link${made++}` })
    await anOpenidConnection(t.db, t.app.secrets, provider, { tenant: off })
    const there = await owner({}, await aUser(t.db, { tenant: off }))
    expect(await there.ways()).toMatchObject({ password: 'usable', ways: [] })
    expect(codeOf(await there.send('/sso/harbour.example', PROOF))).toBe('not-found')
  })
})

describe('unlinking', () => {
  test('takes the way in away, signs out elsewhere, and is told', async () => {
    const id = await anIdentity(t.db, user, provider.issuer)
    const [me, other] = [await owner(), await owner()]
    expect((await me.send(`/${id}/removal`, PROOF)).statusCode).toBe(204)
    expect(await me.ways()).toMatchObject({ password: 'usable', ways: [{ identity: null }] })
    expect((await other.send('')).statusCode).toBe(401)
    expect(await events()).toEqual(['identity.unlinked'])
    const [mail] = await mailsTo(t, user.email)
    expect(mail?.subject).toBe('A way to sign in was removed')
    expect(mail?.text).toContain('harbour.example')
  })

  test('asks for the same as linking', async () => {
    const id = await anIdentity(t.db, user, provider.issuer)
    const me = await owner()
    expect(codeOf(await me.send(`/${id}/removal`, {}))).toBe('password-wrong')
    expect(await identities()).toHaveLength(1)
  })

  test('never takes the last way: without a password, and where passwords are not taken', async () => {
    const id = await anIdentity(t.db, user, provider.issuer)
    await t.owner.query('update users set password_hash = null where id = $1', [user.id])
    const me = await owner({ method: 'sso' })
    const refused = await me.send(`/${id}/removal`, {})
    expect(refused.json()).toMatchObject({
      code: 'last-way-in',
      message: 'It is your only way to sign in. Link another one first.',
    })
    const strict = await aTenant(t.db, { domain: `link${made++}` })
    await allowSso(t.db, strict, 'sso')
    await anOpenidConnection(t.db, t.app.secrets, provider, { tenant: strict })
    const there = await aUser(t.db, { tenant: strict })
    const theirs = await anIdentity(t.db, there, provider.issuer)
    const they = await owner({}, there)
    expect((await they.ways()).password).toBe('sso-only')
    expect(codeOf(await they.send(`/${theirs}/removal`, PROOF))).toBe('last-way-in')
  })

  test('of two ways taken away at once one stays', async () => {
    const second = `${provider.issuer}/second`
    await anOpenidConnection(
      t.db,
      t.app.secrets,
      { issuer: second },
      { tenant, domain: 'two.example' },
    )
    const ids = [
      await anIdentity(t.db, user, provider.issuer),
      await anIdentity(t.db, user, second),
    ]
    await t.owner.query('update users set password_hash = null where id = $1', [user.id])
    const me = await owner({ method: 'sso' })
    const answers = await Promise.all(ids.map((id) => me.send(`/${id}/removal`, {})))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 409]))
    expect(await identities()).toHaveLength(1)
  })

  test('what is linked and not offered any more can go, and does not count as a way', async () => {
    await t.owner.query('update sso_connections set is_active = false where tenant_id = $1', [
      tenant.id,
    ])
    const id = await anIdentity(t.db, user, provider.issuer)
    const me = await owner()
    expect(await me.ways()).toMatchObject({
      password: 'usable',
      ways: [{ kind: 'other', can_link: false, identity: { id } }],
    })
    expect((await me.send(`/${id}/removal`, PROOF)).statusCode).toBe(204)
    expect((await me.ways()).ways).toEqual([])
  })

  test('a colleague’s cannot be unlinked', async () => {
    const id = await anIdentity(t.db, await aUser(t.db, { tenant }), provider.issuer)
    const me = await owner()
    expect(codeOf(await me.send(`/${id}/removal`, PROOF))).toBe('not-found')
  })
})
