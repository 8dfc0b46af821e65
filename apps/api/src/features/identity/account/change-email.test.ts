import { account } from 'contract/account'
import { expect, test } from 'vitest'
import { PASSWORD, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield' })

async function arrange() {
  const user = await aUser(t.db, { tenant: northfield })
  const caller = t.as(user)
  return {
    user,
    request: (email: string, more: object = {}) =>
      caller.post('/user/email-change', { email, password: PASSWORD, ...more }),
    confirm: (signature: string) => caller.post('/user/email-change/confirmation', { signature }),
    cancel: () => caller.delete('/user/email-change'),
    me: async () => account.me.response.parse((await caller.get('/user')).body).user,
  }
}
let count = 0
const newAddress = () => `new.${(count += 1)}@example.org`

async function mailTo(address: string) {
  const rows = await t.sql<{
    text: string
    subject: string
  }>`select text, subject from mails where recipient = ${address} order by id desc`
  return rows[0]
}
const signatureTo = async (address: string) =>
  (await mailTo(address))?.text.match(/confirm=([\w-]{43})/)?.[1] ?? ''

test('the address changes when the link mailed to the new one is opened, once', async () => {
  const { user, request, confirm, me } = await arrange()
  const address = newAddress()
  expect((await request(address)).status).toBe(204)
  expect(await me()).toMatchObject({ email: user.email, pending_email: address })
  const mail = await mailTo(address)
  expect(mail?.subject).toContain('Confirm your new email address')
  expect(mail?.text).toContain('http://northfield.localhost:4003/settings?confirm=')
  const signature = await signatureTo(address)
  expect((await confirm(signature)).status).toBe(200)
  expect(await me()).toMatchObject({ email: address, pending_email: null })
  expect(await mailTo(user.email)).toMatchObject({
    subject: expect.stringContaining('Your email address was changed'),
  })
  expect(await confirm(signature)).toMatchObject({ status: 410, code: 'signature-invalid' })
})

test('the link expires after 7 days', async () => {
  const { user, request, confirm, me } = await arrange()
  const address = newAddress()
  await request(address)
  const rows = await t.sql`
    update one_time_links set expires_at = expires_at - interval '7 days' where email = ${address}
    returning expires_at between now() - interval '1 minute' and now() as has_just_expired`
  expect(rows).toEqual([{ has_just_expired: true }])
  const refused = await confirm(await signatureTo(address))
  expect(refused.body).toMatchObject({ details: { errorCode: 'EXPIRED' } })
  expect((await me()).email).toBe(user.email)
})

test('a request from the admin area returns there, and to no other page', async () => {
  const { request } = await arrange()
  const address = newAddress()
  expect((await request(address, { back_to: '/admin/account/general' })).status).toBe(204)
  expect((await mailTo(address))?.text).toContain('/admin/account/general?confirm=')
  expect((await request(newAddress(), { back_to: '//evil.example' })).status).toBe(400)
})

test('a newer link or a cancellation ends the earlier link, and a cancellation is recorded once', async () => {
  const { request, confirm, cancel, me, user } = await arrange()
  const [first, second] = [newAddress(), newAddress()]
  await request(first)
  await request(second)
  expect((await confirm(await signatureTo(first))).code).toBe('signature-invalid')
  expect((await cancel()).status).toBe(204)
  expect((await me()).pending_email).toBeNull()
  expect((await confirm(await signatureTo(second))).code).toBe('signature-invalid')
  expect((await cancel()).status).toBe(204)
  const rows = await t.sql`
    select from audit_events where action = 'email_change.withdrawn' and actor_id = ${user.id}`
  expect(rows).toHaveLength(1)
})

test('a request does not reveal that an address is taken; the link does', async () => {
  const email = (await arrange()).user.email.toUpperCase()
  const { user, request, confirm, me } = await arrange()
  const [free, used] = [await request(newAddress()), await request(email)]
  expect([used.status, used.text]).toEqual([free.status, free.text])
  const refused = await confirm(await signatureTo(email))
  expect(refused).toMatchObject({ status: 409, code: 'email-taken' })
  expect((await me()).email).toBe(user.email)
})

test('an address of another organisation can be used', async () => {
  const { email } = await aUser(t.db, { tenant: await aTenant(t.db) })
  const { request, confirm, me } = await arrange()
  await request(email)
  expect((await confirm(await signatureTo(email))).status).toBe(200)
  expect((await me()).email).toBe(email)
})

test('one address gets five mails an hour, whichever accounts request them', async () => {
  const address = newAddress()
  for (let round = 0; round < 5; round += 1)
    expect((await (await arrange()).request(address)).status).toBe(204)
  const { request, me } = await arrange()
  const refused = await request(address.toUpperCase())
  expect([refused.status, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true])
  expect((await me()).pending_email).toBeNull()
})

test('one account can request ten mails an hour', async () => {
  const { request } = await arrange()
  for (let round = 0; round < 10; round += 1) expect((await request(newAddress())).status).toBe(204)
  const last = newAddress()
  const refused = await request(last)
  expect([refused.status, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true])
  expect(await mailTo(last)).toBeUndefined()
})
