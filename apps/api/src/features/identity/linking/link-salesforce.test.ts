import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { type Owner, anOwner } from '#testing/linking.ts'
import { mailsTo } from '#testing/mailed.ts'
import { aSalesforceVisitor, lastOidcRefusal, salesforceEnv } from '#testing/salesforce.ts'
import { allowSso } from '#testing/sso.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let provider: OidcProvider
let tenant: TestTenant
let user: TestUser
let made = 0

const ORIGINS = Array.from({ length: 20 }, (_, n) => `http://force${n}.localhost:4003`)
const PROOF = { password: PASSWORD }
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code

beforeAll(async () => {
  provider = await startOidcProvider({ origins: ORIGINS, isSalesforceLike: true })
  t = await startTestApp({ works: false, env: salesforceEnv(provider) })
})
afterAll(async () => {
  await t.close()
  await provider.stop()
})
beforeEach(async () => {
  await t.db.deleteFrom('identities').execute()
  tenant = await aTenant(t.db, { domain: `force${made++}` })
  await allowSso(t.db, tenant)
  user = await aUser(t.db, { tenant })
})

/** The nonce of somebody who has shown to be the owner. */
async function nonceOf(me: Owner): Promise<string> {
  return (await me.send('/salesforce/nonce', PROOF)).json<{ nonce: string }>().nonce
}

async function tokensFor(nonce: string, hint = 'plant') {
  return await aSalesforceVisitor(t, provider, tenant).tokens(hint, { nonce })
}

test('Salesforce is linked after password and provider, whatever the address, and unlinked', async () => {
  const me = await anOwner(t, user, {})
  expect((await me.ways()).ways).toMatchObject([{ kind: 'salesforce', can_link: true }])
  const linked = await me.linkSalesforce(await tokensFor(await nonceOf(me)))
  expect(linked.statusCode).toBe(204)
  const { ways, password } = await me.ways()
  expect([password, ways[0]?.can_link]).toEqual(['replaced', false])
  const row = async () =>
    await t.db.selectFrom('users').select('salesforce_id').where('id', '=', user.id).execute()
  expect(await row()).toEqual([{ salesforce_id: IDP_PEOPLE[0]?.userId }])
  const signedIn = await aSalesforceVisitor(t, provider, tenant).signIn()
  expect(signedIn.json()).toMatchObject({ user: { id: user.id } })
  const id = ways[0]?.identity?.id ?? 0
  expect((await me.send(`/${id}/removal`, PROOF)).statusCode).toBe(204)
  expect(await row()).toEqual([{ salesforce_id: null }])
  expect((await mailsTo(t, user.email, 2)).map(({ subject }) => subject)).toEqual([
    'A way to sign in was removed',
    'A way to sign in was added',
  ])
})

test('a nonce that links cannot sign in, one that signs in cannot link, and each links one session', async () => {
  const me = await anOwner(t, user, {})
  const tokens = await tokensFor(await nonceOf(me))
  const visitor = aSalesforceVisitor(t, provider, tenant)
  const proof = me.jarOf(tenant.host).get('__Host-sso_tx') ?? ''
  visitor.jarOf(tenant.host).set('__Host-sso_tx', proof)
  expect(codeOf(await visitor.exchange(tokens))).toBe('oidc-refused')
  const ordinary = await tokensFor(await visitor.nonce())
  expect(codeOf(await me.linkSalesforce(ordinary))).toBe('oidc-refused')
  const another = await anOwner(t, await aUser(t.db, { tenant }), {})
  another.jarOf(tenant.host).set('__Host-sso_tx', proof)
  expect(codeOf(await another.linkSalesforce(await tokensFor(await nonceOf(me))))).toBe(
    'oidc-refused',
  )
  expect(await lastOidcRefusal(t.db, tenant)).toMatchObject({
    detail: 'the nonce was issued for something else',
  })
  expect(await t.db.selectFrom('identities').selectAll().execute()).toEqual([])
})

test('another browser cannot finish it, nor tokens link twice', async () => {
  const me = await anOwner(t, user, {})
  const tokens = await tokensFor(await nonceOf(me))
  me.jarOf(tenant.host).delete('__Host-sso_tx')
  expect(codeOf(await me.linkSalesforce(tokens))).toBe('oidc-refused')
  const good = await tokensFor(await nonceOf(me))
  expect((await me.linkSalesforce(good)).statusCode).toBe(204)
  expect(codeOf(await me.linkSalesforce(good))).toBe('oidc-refused')
})

test('somebody of another Salesforce organisation, or linked to a colleague, is refused', async () => {
  const me = await anOwner(t, user, {})
  expect(codeOf(await me.linkSalesforce(await tokensFor(await nonceOf(me), 'stranger')))).toBe(
    'oidc-refused',
  )
  const colleague = await anOwner(t, await aUser(t.db, { tenant }), {})
  await colleague.linkSalesforce(await tokensFor(await nonceOf(colleague)))
  expect(codeOf(await me.linkSalesforce(await tokensFor(await nonceOf(me))))).toBe('identity-taken')
})

test('without proof there is no nonce, and where passwords only are on there is nothing to link', async () => {
  const me = await anOwner(t, user, {})
  expect(codeOf(await me.send('/salesforce/nonce', {}))).toBe('password-wrong')
  const off = await aTenant(t.db)
  const there = await anOwner(t, await aUser(t.db, { tenant: off }), {})
  expect((await there.ways()).ways).toEqual([])
  expect(codeOf(await there.send('/salesforce/nonce', PROOF))).toBe('not-found')
})
