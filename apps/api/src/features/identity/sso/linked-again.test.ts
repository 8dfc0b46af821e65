import { IDP_PEOPLE } from 'e2e/idp/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestUser, aUser } from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { aSalesforceVisitor } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, anOpenidVisitor } from '#testing/sso.ts'

// Accounts whose address is another one than the provider’s, after an admin removed their links.

const s = await startSso('again', { isSalesforce: true })
const THERE = IDP_PEOPLE[0]?.email ?? ''
const HERE = 'another@example.org'
let admin: TestUser
let user: TestUser
let id: number
beforeEach(async () => {
  await s.t.db.deleteFrom('identities').execute()
  admin = await aUser(s.t.db, { tenant: s.tenant, roles: ['admin'] })
  id = await s.connect({}, s.otherOpenid)
  user = await aUser(s.t.db, { tenant: s.tenant, email: THERE })
  expect(await signIn()).toEqual([SSO_SUCCESS, user.id])
  await s.t.sql`update users set email = ${HERE} where id = ${user.id}`
  // The customer registered Waymark again.
  await newIds()
})
const newIds = () =>
  s.t.sql`update identities set subject = 'before' || id where tenant_id = ${s.tenant.id}`
const signIn = async (hint?: string) => {
  const browser = anOpenidVisitor(s.t, s.tenant)
  const end = await browser.signIn(hint)
  return [end, end === SSO_SUCCESS ? (await browser.whoAmI()).id : undefined]
}
const linksOf = async ({ id: userId }: { id: number }) => {
  const { body } = await s.t.as(admin).get(`/users/${userId}`)
  return (body as { identities: { id: number; address: string | null }[] }).identities
}
const unlinkOne = async () => {
  for (const link of await linksOf(user))
    await s.t.as(admin).delete(`/users/${user.id}/identities/${link.id}`)
}
const unlinkAll = () => s.t.as(admin).delete(`/customers/${s.tenant.id}/connections/${id}/links`)
const lastMail = async () => (await mailsTo(s.t, HERE))[0]?.text ?? ''

describe.each([
  ['the link of one user', unlinkOne],
  ['all links of the connection', unlinkAll],
])('after an admin removed %s', (_, unlink) => {
  test('the next sign-in links the account whose link sent this address, once', async () => {
    await s.expectRefused(
      String((await signIn())[0]),
      'linked-elsewhere',
      /Remove the link on the user’s page/,
    )
    await unlink()
    expect(await lastMail()).toContain(`as long as your address at harbour.example is ${THERE}`)
    expect(await signIn()).toEqual([SSO_SUCCESS, user.id])
    expect(await lastMail()).toContain('now linked to')
    await newIds()
    await s.t.sql`update identities set provider_email = null where user_id = ${user.id}`
    const [end, other] = await signIn()
    expect([end, other === user.id]).toEqual([SSO_SUCCESS, false])
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['is inactive', () => s.setActive(user, false), 'inactive'],
    [
      'has a role with access to other organisations',
      () => s.t.sql`update users set roles = '{auditor}' where id = ${user.id}`,
      'link-by-hand',
    ],
  ])('no one gets in if the account %s', async (__, change, reason) => {
    await unlink()
    await change()
    await s.expectRefused(String((await signIn())[0]), reason as 'inactive')
    expect(await s.identities()).toEqual([])
  })

  test('the account that has the address itself comes first', async () => {
    await unlink()
    const owner = await aUser(s.t.db, { tenant: s.tenant, email: THERE })
    expect(await signIn()).toEqual([SSO_SUCCESS, owner.id])
    await s.t.sql`update users set email = 'third@example.org' where id = ${owner.id}`
    await s.t.sql`delete from identities where user_id = ${owner.id}`
    const [, other] = await signIn()
    expect([user.id, owner.id]).not.toContain(other)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['another person of the provider', async () => undefined],
    [
      'the same address of another connection',
      async () => {
        await s.t.sql`update sso_connections set domain = 'former.example' where id = ${id}`
        await s.connect({}, s.otherOpenid)
      },
    ],
    [
      'the same address of another provider',
      () => s.t.sql`update sso_connections set issuer = ${s.openid.issuer} where id = ${id}`,
    ],
    [
      'the same address after 90 days',
      () => s.t.sql`update removed_links set removed_at = now() - interval '91 days'`,
    ],
  ])('%s does not reach the account', async (what, change) => {
    await unlink()
    await change()
    const [end, other] = await signIn(what.startsWith('another person') ? 'new' : undefined)
    expect([end, other === user.id]).toEqual([SSO_SUCCESS, false])
  })
})

test('an admin reads on the user’s page which address the provider sent', async () => {
  expect(await linksOf(user)).toMatchObject([{ address: THERE }])
})

test('a removed link to Salesforce is linked again, too', async () => {
  const visitor = () => aSalesforceVisitor(s.t, s.openid, s.tenant).signIn('new')
  const email = IDP_PEOPLE[1]?.email ?? ''
  const one = await aUser(s.t.db, { tenant: s.tenant, email })
  expect((await visitor()).statusCode).toBe(200)
  await s.t.sql`update users set email = 'moved@example.org' where id = ${one.id}`
  await newIds()
  const [link] = await linksOf(one)
  expect((await visitor()).statusCode).not.toBe(200)
  await s.t.as(admin).delete(`/users/${one.id}/identities/${link?.id}`)
  expect((await visitor()).json()).toMatchObject({ user: { id: one.id } })
})
