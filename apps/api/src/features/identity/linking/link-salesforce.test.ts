import { IDP_PEOPLE } from 'e2e/idp/people'
import { beforeEach, expect, test } from 'vitest'
import { PASSWORD, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { type Owner, anOwner } from '#testing/linking.ts'
import { mailsTo } from '#testing/mailed.ts'
import { type SalesforceVisitor, aSalesforceVisitor } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { lastRefusal } from '#testing/sso.ts'
import type { Answer } from '#testing/test-app.ts'

const s = await startSso('force', { isSalesforce: true })
const CONFIRMATION = { password: PASSWORD }
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code

let user: TestUser
let me: Owner
let visitor: SalesforceVisitor
beforeEach(async () => {
  await s.t.db.deleteFrom('identities').execute()
  user = await aUser(s.t.db, { tenant: s.tenant })
  me = await anOwner(s.t, user, {})
  visitor = aSalesforceVisitor(s.t, s.openid, s.tenant)
})

const aColleague = async () => await anOwner(s.t, await aUser(s.t.db, { tenant: s.tenant }), {})

/** Tokens for the nonce of an owner who gave the password. */
async function tokensOf(owner: Owner, hint = 'plant') {
  const { nonce } = (await owner.send('/salesforce/nonce', CONFIRMATION)).json<{ nonce: string }>()
  return await visitor.tokens(hint, { nonce })
}
const link = async (owner: Owner, hint?: string) =>
  await owner.linkSalesforce(await tokensOf(owner, hint))

test('Salesforce is linked after the password, signs in, and is unlinked', async () => {
  expect((await me.methods()).methods).toMatchObject([{ kind: 'salesforce', can_link: true }])
  expect((await link(me)).statusCode).toBe(204)
  const { methods, password } = await me.methods()
  expect([password, methods[0]?.can_link]).toEqual(['replaced', false])
  const salesforceId = async () =>
    await s.t.sql`select salesforce_id as id from users where id = ${user.id}`
  expect(await salesforceId()).toEqual([{ id: IDP_PEOPLE[0]?.userId }])
  expect((await visitor.signIn()).json()).toMatchObject({ user: { id: user.id } })
  const id = methods[0]?.identity?.id ?? 0
  expect((await me.send(`/${id}/removal`, CONFIRMATION)).statusCode).toBe(204)
  expect(await salesforceId()).toEqual([{ id: null }])
  expect((await mailsTo(s.t, user.email, 2)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('A sign-in method was removed'),
    expect.stringContaining('A sign-in method was added'),
  ])
})

test('a nonce for linking does not sign in, a nonce for signing in does not link, and each links one session', async () => {
  const { host } = s.tenant
  const tokens = await tokensOf(me)
  const proof = me.jarOf(host).get('sso_tx') ?? ''
  visitor.jarOf(host).set('sso_tx', proof)
  expect(codeOf(await visitor.exchange(tokens))).toBe('oidc-refused')
  expect(codeOf(await me.linkSalesforce(await visitor.tokens()))).toBe('oidc-refused')
  const colleague = await aColleague()
  colleague.jarOf(host).set('sso_tx', proof)
  expect(codeOf(await colleague.linkSalesforce(await tokensOf(me)))).toBe('oidc-refused')
  expect(await lastRefusal(s.t.db, s.tenant, 'salesforce.rejected')).toMatchObject({
    detail: expect.stringContaining('the nonce was issued for another purpose. Start again'),
  })
  expect(await s.identities()).toEqual([])
})

test("another Salesforce organisation and a colleague's identity are refused", async () => {
  expect(codeOf(await link(me, 'stranger'))).toBe('oidc-misconfigured')
  await link(await aColleague())
  expect(codeOf(await link(me))).toBe('identity-taken')
})

test('a stored Salesforce id is kept when an identity is linked', async () => {
  await s.t.sql`update users set salesforce_id = '005000000000000AAA' where id = ${user.id}`
  await link(me)
  const rows = await s.t.sql`select salesforce_id as id from users where id = ${user.id}`
  expect(rows).toEqual([{ id: '005000000000000AAA' }])
})

test('there is no nonce without the password, with one callback host, or where only passwords are allowed', async () => {
  s.t.app.env.SALESFORCE_CENTRAL_CALLBACK = true
  expect((await me.methods()).methods).toMatchObject([{ can_link: false }])
  expect(codeOf(await me.send('/salesforce/nonce', CONFIRMATION))).toBe('not-found')
  s.t.app.env.SALESFORCE_CENTRAL_CALLBACK = false
  expect(codeOf(await me.send('/salesforce/nonce', {}))).toBe('password-wrong')
  const tenant = await aTenant(s.t.db)
  const there = await anOwner(s.t, await aUser(s.t.db, { tenant }), {})
  expect((await there.methods()).methods).toEqual([])
  expect(codeOf(await there.send('/salesforce/nonce', CONFIRMATION))).toBe('not-found')
})
