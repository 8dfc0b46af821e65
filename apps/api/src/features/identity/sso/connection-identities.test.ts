import { IDP_PEOPLE } from 'e2e/idp/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestUser, aUser, aConnection } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, anOpenidVisitor, lastRefusal } from '#testing/sso.ts'
import { assignIdentities } from './assign-identities.queries.ts'

const s = await startSso('identity')
const OTHER = 'elsewhere.example'
const personOf = (hint: string) => IDP_PEOPLE.find((one) => one.hint === hint)
const saml = () => aSamlVisitor(s.t.call, s.tenant)
const openid = () => anOpenidVisitor(s.t, s.tenant)
const sessionsOf = async ({ id }: { id: number }) =>
  (await s.sessions()).filter(({ user_id }) => user_id === id)

describe('a connection never signs in accounts of another connection', () => {
  test('with the same entity ID and its own certificate', async () => {
    const email = personOf('quality')?.email ?? ''
    const admin = await aUser(s.t.db, { tenant: s.tenant, email, roles: ['admin'] })
    await s.connectSaml()
    const visitor = saml()
    expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
    await s.connectSaml({ domain: OTHER }, { ...s.otherSaml, entityId: s.saml.entityId })
    s.otherSaml.rewrite = (tags) => ({ ...tags, Issuer: s.saml.entityId })
    const attacker = saml()
    const end = await attacker.finish(await attacker.ask('quality', OTHER))
    await s.expectRefused(end, 'other-domain', /isn’t in the connection’s domain/)
    expect(await lastRefusal(s.t.db, s.tenant)).toMatchObject({ domain: OTHER })
    expect(await sessionsOf(admin)).toHaveLength(1)
  })

  test('with the issuer of an OpenID connection as its entity ID', async () => {
    const email = personOf('plant')?.email ?? ''
    const user = await aUser(s.t.db, { tenant: s.tenant, email })
    await s.connect()
    expect(await openid().signIn()).toBe(SSO_SUCCESS)
    const [known] = await s.t.sql<{ subject: string }>`
      select subject from identities where user_id = ${user.id}`
    await s.connectSaml({ domain: OTHER }, { ...s.otherSaml, entityId: s.openid.issuer })
    s.otherSaml.rewrite = (tags) => ({
      ...tags,
      Issuer: s.openid.issuer,
      NameID: known?.subject ?? '',
    })
    const attacker = saml()
    const end = await attacker.finish(await attacker.ask('quality', OTHER))
    await s.expectRefused(end, 'other-domain', /isn’t in the connection’s domain/)
    expect(await sessionsOf(user)).toHaveLength(1)
  })

  test('after it got another provider, where the same subject is someone else', async () => {
    const email = personOf('plant')?.email ?? ''
    const user = await aUser(s.t.db, { tenant: s.tenant, email })
    const id = await s.connect()
    expect(await openid().signIn()).toBe(SSO_SUCCESS)
    await s.t.sql`update sso_connections set issuer = ${s.otherOpenid.issuer} where id = ${id}`
    await s.t.sql`update users set email = 'before@harbour.example' where id = ${user.id}`
    const subject = IDP_PEOPLE[0] && s.otherOpenid.subjectOf(IDP_PEOPLE[0])
    await s.t.sql`update identities set subject = ${subject} where user_id = ${user.id}`
    const visitor = openid()
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    const created = await visitor.whoAmI()
    expect(created.id).not.toBe(user.id)
    expect(await s.identities()).toEqual([{ issuer: s.otherOpenid.issuer, user_id: created.id }])
  })
})

test('two connections to one provider sign in the users of their own mail domains', async () => {
  await s.connect()
  await s.connect({ domain: OTHER })
  expect(await openid().signIn()).toBe(SSO_SUCCESS)
  expect(await openid().signIn('stranger', OTHER)).toBe(SSO_SUCCESS)
  expect(await openid().signIn('stranger')).toMatch(/reason=other-domain/)
  expect(await openid().signIn('stranger', OTHER)).toBe(SSO_SUCCESS)
  expect(await s.identities()).toHaveLength(2)
})

describe('an identity that the previous version linked', () => {
  const ISSUER = 'https://idp.example.org'
  let user: TestUser
  beforeEach(async () => {
    user = await aUser(s.t.db, { tenant: s.tenant })
    await s.t.sql`insert into identities (tenant_id, user_id, issuer, subject)
      values (${s.tenant.id}, ${user.id}, ${ISSUER}, 'theirs')`
  })
  const connection = async (domain: string, { isLater = false } = {}) => {
    const id = await aConnection(s.t.db, s.tenant, { domain })
    const age = isLater ? '-1 hour' : '1 hour'
    await s.t
      .sql`update sso_connections set issuer = ${ISSUER}, created_at = now() - ${age}::interval
      where id = ${id}`
    return id
  }
  const linkedEvent = (details: object) => s.t.sql`
    insert into audit_events (tenant_id, action, subject, details)
    values (${s.tenant.id}, 'identity.linked', ${`user ${user.id}`}, ${JSON.stringify({ issuer: ISSUER, ...details })})`
  const assigned = async (salesforce = 'https://salesforce.example.org') => {
    const env = { ...s.t.app.env, SALESFORCE_ISSUER: salesforce }
    await assignIdentities({ pools: s.t.app.pools, env })
    const [row] = await s.t.sql<{ connection_id: number | null; is_salesforce: boolean }>`
      select connection_id, is_salesforce from identities where user_id = ${user.id}`
    return row?.is_salesforce ? 'Salesforce' : (row?.connection_id ?? 'nobody')
  }

  test('belongs to the connection that the audit log names', async () => {
    await connection('one.example')
    const two = await connection('two.example')
    await linkedEvent({ domain: 'two.example' })
    expect(await assigned()).toBe(two)
  })

  test('belongs to the only connection with its issuer', async () => {
    const id = await connection('one.example')
    await linkedEvent({ by_hand: true })
    expect(await assigned()).toBe(id)
  })

  test.each([
    ['two connections have its issuer', async () => void (await connection('two.example'))],
    ['the one that the audit log names is gone', () => linkedEvent({ domain: 'gone.example' })],
  ])('belongs to nobody when %s', async (_, change) => {
    await connection('one.example')
    await change()
    expect(await assigned()).toBe('nobody')
  })

  test('never belongs to a connection that is newer', async () => {
    await connection('one.example', { isLater: true })
    expect(await assigned()).toBe('nobody')
  })

  test.each([
    ['linked by address without a connection', 'Salesforce', {}],
    ['linked by hand', 'Salesforce', { by_hand: true }],
    ['linked by a connection that is gone', 'nobody', { domain: 'gone.example' }],
  ])('with Salesforce’s issuer, %s, belongs to %s', async (_, owner, details) => {
    await linkedEvent(details)
    expect(await assigned(ISSUER)).toBe(owner)
  })

  test.each([
    ['had', 'sso.created', { issuer: ISSUER }],
    ['could have had', 'sso.changed', { changed: 'name, issuer' }],
  ])(
    'by hand belongs to nobody if a connection %s Salesforce’s issuer',
    async (_, action, details) => {
      await linkedEvent({ by_hand: true })
      await s.t.sql`insert into audit_events (tenant_id, action, details)
      values (${s.tenant.id}, ${action}, ${JSON.stringify(details)})`
      expect(await assigned(ISSUER)).toBe('nobody')
    },
  )

  test('belongs to nobody, so the password is refused and settings say so, until the user signs in again', async () => {
    await s.connect({}, { issuer: ISSUER })
    const browser = aBrowser(s.t.call, s.tenant.host)
    const { email } = user
    const methods = async () => (await s.t.as(user).get('/user/identities')).body
    expect((await browser.signIn(email)).statusCode).toBe(401)
    expect(await methods()).toMatchObject({ password: 'replaced' })
    await s.t
      .sql`update sso_connections set issuer = ${s.openid.issuer} where tenant_id = ${s.tenant.id}`
    expect(await methods()).toMatchObject({ password: 'usable' })
    expect((await browser.signIn(email)).statusCode).toBe(200)
    await s.t.sql`update identities set issuer = ${s.openid.issuer} where user_id = ${user.id}`
    await s.t.sql`update users set email = ${personOf('plant')?.email ?? ''} where id = ${user.id}`
    expect(await openid().signIn()).toBe(SSO_SUCCESS)
    const rows = await s.t
      .sql`select from identities where user_id = ${user.id} and connection_id is null`
    expect(rows).toEqual([])
  })

  test('stays with nobody if someone has linked the account again', async () => {
    const id = await connection('one.example')
    await s.t.sql`insert into identities (tenant_id, user_id, issuer, subject, connection_id)
      values (${s.tenant.id}, ${user.id}, ${ISSUER}, 'theirs', ${id})`
    await assignIdentities(s.t.app)
    const rows = await s.t
      .sql`select from identities where user_id = ${user.id} and connection_id is null`
    expect(rows).toHaveLength(1)
  })
})
