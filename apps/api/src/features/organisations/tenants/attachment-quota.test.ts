import { MOST_ATTACHMENT_QUOTA, tenants } from 'contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { upload } from '#testing/attached.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let god: TestUser
let admin: TestUser
let acme: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
  acme = await aTenant(t.db, { name: 'Acme' })
  admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
})
afterAll(() => t.close())

const detailsOf = async (by: TestUser) =>
  tenants.get.response.parse((await t.as(by).get(`/customers/${acme.id}`)).body)
const change = async (by: TestUser, attachment_quota: unknown, version?: number) =>
  await t.as(by).patch(`/customers/${acme.id}`, {
    version: version ?? (await detailsOf(god)).version,
    attachment_quota,
  })

test('a god-admin sets how much the attachments of an organisation may take, and it is recorded', async () => {
  expect(await change(god, 10 * 1024 ** 3)).toMatchObject({
    status: 200,
    body: { attachment_quota: 10 * 1024 ** 3 },
  })
  const { rows } = await t.owner.query(
    `select actor_id, details from audit_events where tenant_id = $1 and action = 'organisation.changed'`,
    [acme.id],
  )
  expect(rows).toEqual([{ actor_id: god.id, details: { attachment_quota: '5 GB → 10 GB' } }])
})

test('nobody else does', async () => {
  const before = (await detailsOf(god)).attachment_quota
  expect(await change(admin, 1024)).toMatchObject({
    status: 403,
    body: { fields: { attachment_quota: 'Ask a god-admin' } },
  })
  const auditor = await anAuditor(t.db, acme)
  expect((await change(auditor, 1024)).status).toBe(403)
  expect((await detailsOf(god)).attachment_quota).toBe(before)
})

test('it is a whole number of bytes, from none to a terabyte', async () => {
  for (const wrong of [-1, 1.5, MOST_ATTACHMENT_QUOTA + 1, '5 GB', null])
    expect(await change(god, wrong)).toMatchObject({
      status: 400,
      body: { fields: { attachment_quota: expect.any(String) as string } },
    })
  expect((await change(god, MOST_ATTACHMENT_QUOTA)).status).toBe(200)
})

test('the second of two god-admins is told what the first has set', async () => {
  const { version } = await detailsOf(god)
  expect((await change(god, 2048, version)).status).toBe(200)
  expect(await change(god, 4096, version)).toMatchObject({
    status: 409,
    body: { details: { attachment_quota: 2048 } },
  })
})

test('less than is taken takes nothing away, and nothing more comes until there is room', async () => {
  const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  const user = await aUser(t.db, { tenant: acme })
  const assessment = await anAssessment(t.db, { user, contentSetId })
  const respondent = aRespondent(t, user)
  const { rows } = await t.owner.query<{ id: number }>(
    'select id from statements where content_set_id = $1 limit 1',
    [contentSetId],
  )
  const statement = rows[0]?.id ?? 0
  const file = { name: 'minutes.txt', bytes: Buffer.from('Agreed in May.') }
  expect((await upload(respondent, assessment, statement, file)).status).toBe(200)
  await change(god, 0)
  expect(await upload(respondent, assessment, statement, file)).toMatchObject({
    body: { code: 'quota-full' },
  })
  expect((await detailsOf(admin)).attachment_bytes).toBe(file.bytes.length)
  await change(god, 100)
  expect((await upload(respondent, assessment, statement, file)).status).toBe(200)
})
