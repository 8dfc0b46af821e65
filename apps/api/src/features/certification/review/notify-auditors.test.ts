import { expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import { type TestUser, aContentSet, aTenant, aUser, anAssessment } from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { notifyAuditors } from './notify-auditors.ts'

const t = await testApp()
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme & Sons' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
const auditor = await anAuditor(t.db, acme, { email: 'ada@example.org' })

async function submitted(user: TestUser) {
  const id = await anAssessment(t.db, { user, contentSetId, type: 'certification' })
  expect((await t.as(user).post(`/assessments/${id}/submission`)).status).toBe(200)
  return id
}

async function latestReview(assessment: number) {
  const [review] = await t.sql<{ id: number; notified: Date | null }>`
    select id, auditors_told_at as notified from reviews where assessment_id = ${assessment}
    order by round desc limit 1`
  return review ?? { id: 0, notified: null }
}

async function isNotified(assessment: number) {
  await expect.poll(async () => (await latestReview(assessment)).notified).toBeTruthy()
}

async function recipients() {
  const rows = await t.sql<{ recipient: string }>`select recipient from mails order by id`
  return rows.map(({ recipient }) => recipient)
}

test("the organisation's auditors get one mail for each submission with a link", async () => {
  const rosa = await aUser(t.db, { tenant: acme, name: 'Rosa' })
  const assessment = await submitted(rosa)
  const [mail] = await mailsTo(t, auditor.email)
  const { id } = await latestReview(assessment)
  expect(mail?.subject).toBe('Acme & Sons submitted an assessment')
  expect(mail?.text).toContain('Rosa from Acme & Sons submitted')
  expect(mail?.text).toMatch(new RegExp(`^http://admin\\.localhost\\S*/admin/reviews/${id}$`, 'm'))
  expect(mail?.html).toContain(`/admin/reviews/${id}`)

  await t.as(rosa).post(`/assessments/${assessment}/submission`)
  const job = { tenantId: acme.id, id }
  await Promise.all([1, 2, 3].map(() => notifyAuditors(t.app, job)))
  expect(await mailsTo(t, auditor.email)).toHaveLength(1)

  const ada = t.as(auditor)
  await ada.post(`/reviews/${id}/start`)
  await ada.post(`/reviews/${id}/return`, { version: 2, reason: 'Fix it.' })
  await t.as(rosa).post(`/assessments/${assessment}/submission`)
  const [again, ...rest] = await mailsTo(t, auditor.email, 2)
  expect(rest).toHaveLength(1)
  expect(again?.subject).toBe('Acme & Sons submitted an assessment again')
  expect(again?.text).toContain('(round 2)')
})

test('inactive, former, unassigned auditors and the respondent get no mail', async () => {
  const away = await anAuditor(t.db, acme)
  const former = await anAuditor(t.db, acme)
  await anAuditor(t.db, await aTenant(t.db))
  const own = await anAuditor(t.db, acme, { email: 'Connie@Example.org' })
  await t.sql`update users set is_active = false where id = ${away.id}`
  await t.sql`update users set roles = '{god-admin}' where id = ${former.id}`
  await t.sql`delete from mails`
  const connie = await aUser(t.db, { tenant: acme, email: 'connie@example.org' })
  await isNotified(await submitted(connie))
  expect(await recipients()).toEqual([auditor.email])
  const identity = { issuer: 'https://login.example.org', subject: 'otto' }
  const otto = await aUser(t.db, { tenant: acme })
  for (const { id, tenantId } of [own, otto]) {
    const row = { tenant_id: tenantId, user_id: id, ...identity }
    await t.db.insertInto('identities').values(row).execute()
  }
  await t.sql`delete from mails`
  await isNotified(await submitted(otto))
  expect(await recipients()).toEqual([auditor.email])
})

test('a withdrawn submission is not mailed', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const assessment = await submitted(user)
  await isNotified(assessment)
  const { id } = await latestReview(assessment)
  await t.as(user).delete(`/assessments/${assessment}/submission`)
  await t.sql`delete from mails`
  await t.sql`update reviews set auditors_told_at = null where id = ${id}`
  await notifyAuditors(t.app, { tenantId: acme.id, id })
  expect(await recipients()).toEqual([])
})
