import { invitations } from 'contract/invitations'
import { expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ env: { MAIL: 'off' } })
const kestrel = await aTenant(t.db, { domain: 'kestrel' })
const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })

const invite = (email: string) =>
  t.as(admin).post('/invitations', { emails: [email], roles: ['user'] })
const statusOf = async (email: string) =>
  (await t.sql<{ status: string }>`select status from mails where recipient = ${email}`)[0]?.status

/** Until the workers have fetched jobs twice. */
async function workersFetch() {
  for (let round = 0; round < 2; round += 1) {
    await t.inTenant(kestrel.id, (db) =>
      t.app.jobs.enqueue(db, 'submission', { tenantId: kestrel.id, id: 1 }),
    )
    await expect.poll(() => t.app.jobs.unfinished('submission')).toEqual([])
  }
}

test('with mail off, emails wait and are sent by a node whose mail is on', async () => {
  const email = 'waits@example.org'
  expect((await invite(email)).status).toBe(200)
  await workersFetch()
  expect(await statusOf(email)).toBe('queued')
  await testApp({ besides: t })
  await expect.poll(() => statusOf(email)).toBe('sent')
})

test('with mail off, pages can say so', async () => {
  expect((await t.at('localhost').get('/sys')).body).toMatchObject({ is_mail_off: true })
})

test('with mail off, an invitation link can be copied and works', async () => {
  const email = 'copied@example.org'
  await invite(email)
  const [invitation] = await t.sql<{
    id: number
  }>`select id from one_time_links where email = ${email}`
  const { body } = await t.as(admin).post(`/invitations/${invitation?.id}/copied-link`)
  const { url } = invitations.copyLink.response.parse(body)
  const signature = new URL(url).pathname.split('/').at(-1)
  const answer = await t.at(kestrel.host).get(`/register/invite/${signature}`)
  expect(answer.body).toEqual({ data: { email }, errorCode: null })
})
