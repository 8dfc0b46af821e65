import { account } from 'contract/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
})
afterAll(() => t.close())

async function somebody() {
  const user = await aUser(t.db, { tenant: northfield })
  const caller = t.as(user)
  return {
    user,
    ask: (email: string, password = PASSWORD) =>
      caller.post('/user/email-change', { email, password }),
    confirm: (signature: string) => caller.post('/user/email-change/confirmation', { signature }),
    cancel: () => caller.delete('/user/email-change'),
    me: async () => account.me.response.parse((await caller.get('/user')).body).user,
  }
}
let count = 0
const newAddress = () => `new.${(count += 1)}@example.org`

async function mailTo(address: string) {
  const { rows } = await t.owner.query<{ text: string; html: string; subject: string }>(
    'select text, html, subject from mails where recipient = $1 order by id desc',
    [address],
  )
  return rows[0]
}
async function signatureTo(address: string) {
  return (await mailTo(address))?.text.match(/confirm=([\w-]{43})/)?.[1] ?? ''
}

test('the address changes when the link that was mailed to the new one is opened', async () => {
  const { user, ask, confirm, me } = await somebody()
  const address = newAddress()
  expect((await ask(address)).status).toBe(204)
  expect(await me()).toMatchObject({ email: user.email, pending_email: address })
  const mail = await mailTo(address)
  expect(mail?.subject).toBe('Confirm your new e-mail address')
  expect(mail?.text).toContain('http://northfield.localhost:4003/settings?confirm=')

  expect((await confirm(await signatureTo(address))).status).toBe(200)
  expect(await me()).toMatchObject({ email: address, pending_email: null })
  expect(await mailTo(user.email)).toMatchObject({ subject: 'Your e-mail address was changed' })
})

test('whoever asks in the admin area is led back there, and nowhere but to a page of settings', async () => {
  const { user } = await somebody()
  const ask = (email: string, back_to: string) =>
    t.as(user).post('/user/email-change', { email, password: PASSWORD, back_to })
  const address = newAddress()
  expect((await ask(address, '/admin/account/general')).status).toBe(204)
  expect((await mailTo(address))?.text).toContain('/admin/account/general?confirm=')
  expect((await ask(newAddress(), '//evil.example')).status).toBe(400)
})

test('a link works once', async () => {
  const { ask, confirm } = await somebody()
  const address = newAddress()
  await ask(address)
  const signature = await signatureTo(address)
  expect((await confirm(signature)).status).toBe(200)
  expect(await confirm(signature)).toMatchObject({ status: 410, code: 'signature-invalid' })
})

test('of 20 parallel uses of a link exactly one wins', async () => {
  const { user, ask, confirm } = await somebody()
  const address = newAddress()
  await ask(address)
  const signature = await signatureTo(address)
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(signature)))
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
    200,
    ...Array(19).fill(410),
  ])
  const { rows } = await t.owner.query(
    `select count(*)::int as count from audit_events where action = 'email.changed' and actor_id = $1`,
    [user.id],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('a link is over after 7 days', async () => {
  const { ask, confirm, me, user } = await somebody()
  const address = newAddress()
  await ask(address)
  const { rows } = await t.owner.query(
    `update one_time_links set expires_at = expires_at - interval '7 days' where user_id = $1
     returning expires_at between now() - interval '1 minute' and now() as is_over_now`,
    [user.id],
  )
  expect(rows).toEqual([{ is_over_now: true }])
  expect((await confirm(await signatureTo(address))).code).toBe('signature-invalid')
  expect((await me()).email).toBe(user.email)
})

test('a newer link, or a withdrawal, ends the one before', async () => {
  const { ask, confirm, cancel, me } = await somebody()
  const [first, second] = [newAddress(), newAddress()]
  await ask(first)
  const old = await signatureTo(first)
  await ask(second)
  expect((await confirm(old)).code).toBe('signature-invalid')
  expect((await cancel()).status).toBe(204)
  expect((await me()).pending_email).toBeNull()
  expect((await confirm(await signatureTo(second))).code).toBe('signature-invalid')
  expect((await cancel()).status).toBe(204)
})

test("a link is of no use to anybody else, nor at another organisation's host", async () => {
  const { ask, confirm } = await somebody()
  const address = newAddress()
  await ask(address)
  const signature = await signatureTo(address)
  const colleague = await somebody()
  expect((await colleague.confirm(signature)).code).toBe('signature-invalid')
  const harbour = await aTenant(t.db, { domain: 'harbour' })
  const stranger = t.as(await aUser(t.db, { tenant: harbour }))
  const foreign = await stranger.post('/user/email-change/confirmation', { signature })
  expect(foreign.code).toBe('signature-invalid')
  expect((await confirm(signature)).status).toBe(200)
})

test('asking does not tell whether an address is taken; only its owner learns it', async () => {
  const taken = await somebody()
  const { user, ask, confirm, me } = await somebody()
  const [free, used] = [await ask(newAddress()), await ask(taken.user.email.toUpperCase())]
  expect({ status: used.status, text: used.text }).toEqual({ status: free.status, text: free.text })
  const signature = await signatureTo(taken.user.email.toUpperCase())
  expect(await confirm(signature)).toMatchObject({ status: 409, code: 'email-taken' })
  expect((await me()).email).toBe(user.email)
})

test('the same address may be used in two organisations', async () => {
  const tenant = await aTenant(t.db)
  const elsewhere = await aUser(t.db, { tenant })
  const { ask, confirm, me } = await somebody()
  await ask(elsewhere.email)
  expect((await confirm(await signatureTo(elsewhere.email))).status).toBe(200)
  expect((await me()).email).toBe(elsewhere.email)
})

test('only who knows the password may ask', async () => {
  const { ask, me } = await somebody()
  const answer = await ask(newAddress(), 'not my password')
  expect(answer).toMatchObject({ status: 409, code: 'password-wrong' })
  expect((await me()).pending_email).toBeNull()
})

test('of wishes for mails to one address five an hour become mails, whoever asks', async () => {
  const address = newAddress()
  for (let round = 0; round < 5; round += 1)
    expect((await (await somebody()).ask(address)).status).toBe(204)
  const { ask, me } = await somebody()
  const refused = await ask(address.toUpperCase())
  expect([refused.status, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true])
  expect((await me()).pending_email).toBeNull()
})

test('one account has ten mails an hour sent, whatever the addresses', async () => {
  const { ask } = await somebody()
  for (let round = 0; round < 10; round += 1) expect((await ask(newAddress())).status).toBe(204)
  const last = newAddress()
  const refused = await ask(last)
  expect([refused.status, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true])
  expect(await mailTo(last)).toBeUndefined()
})

test('a withdrawal is recorded once', async () => {
  const { ask, cancel, user } = await somebody()
  await ask(newAddress())
  await cancel()
  await cancel()
  const { rows } = await t.owner.query(
    `select count(*)::int as count from audit_events where action = 'email_change.withdrawn' and actor_id = $1`,
    [user.id],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('an address with a line break or without a domain is refused by field', async () => {
  const { ask } = await somebody()
  for (const email of ['x', 'a@b', 'a@example.org\r\nBcc: b@example.org', 'a@b@c.org', ''])
    expect((await ask(email)).body).toMatchObject({
      code: 'invalid-input',
      fields: { email: expect.any(String) },
    })
})

test('signatures are kept as hashes', async () => {
  const { ask, user } = await somebody()
  const address = newAddress()
  await ask(address)
  const { rows } = await t.owner.query(
    'select row_to_json(l)::text as row from one_time_links l where user_id = $1 union all select row_to_json(a)::text from audit_events a',
    [user.id],
  )
  expect(JSON.stringify(rows)).not.toContain(await signatureTo(address))
})
