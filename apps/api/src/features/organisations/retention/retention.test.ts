import { AssessmentsPastRetention } from 'contract/tenants'
import { expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import { aCertification } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aReport,
  aSharedAssessment,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { deleteOldClients } from './delete-old-clients.ts'
import { removeOldAssessments } from './remove-old-assessments.ts'

const t = await testApp({ works: false })

/** An organisation that keeps assessments for so many years. */
async function anOrganisation(years: number | null, more: Parameters<typeof aTenant>[1] = {}) {
  const tenant = await aTenant(t.db, more)
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  await t.owner.query('update tenants set retention_years = $2 where id = $1', [tenant.id, years])
  const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  return { tenant, admin, contentSetId, user: await aUser(t.db, { tenant }) }
}

async function yearsOf({ id }: TestTenant) {
  const rows = await t.sql<{ year: number }>`
    select year from assessments where tenant_id = ${id} order by year`
  return rows.map(({ year }) => year)
}

async function oldOf(admin: TestUser) {
  const answer = await t.as(admin).get(`/customers/${admin.tenantId}/old-assessments`)
  return AssessmentsPastRetention.parse(answer.body).years
}

const moveTo = (day: string) => (t.clock.now = () => new Date(`${day}T12:00:00Z`))

test('with a retention of one year, assessments and all their data are deleted after the following year', async () => {
  const { tenant, user, admin, contentSetId } = await anOrganisation(1)
  const person = aRespondent(t, user)
  const id = await person.open()
  const elementId = (await person.overview()).elements[0]?.id ?? 0
  const statementId = (await person.quiz(id, elementId)).statements[0]?.id ?? 0
  await upload(person, id, statementId, { name: 'a.txt', bytes: Buffer.from('Hello') })
  const reported = await anAssessment(t.db, { user: admin, contentSetId })
  await aReport(t.db, admin, reported)
  moveTo(`${THIS_YEAR + 1}-12-31`)
  await removeOldAssessments(t.app)
  expect(await yearsOf(tenant)).toEqual([THIS_YEAR, THIS_YEAR])
  moveTo(`${THIS_YEAR + 2}-01-01`)
  await Promise.all([removeOldAssessments(t.app), removeOldAssessments(t.app)])
  expect(await yearsOf(tenant)).toEqual([])
  const rows = await t.sql<{ left: string }>`
    select (select count(*) from responses where tenant_id = ${tenant.id})
      + (select count(*) from response_events where tenant_id = ${tenant.id})
      + (select count(*) from attachments where tenant_id = ${tenant.id})
      + (select count(*) from reports where tenant_id = ${tenant.id}) as left`
  expect(Number(rows[0]?.left)).toBe(0)
  const log = await t.owner.query(
    `select actor_id, details from audit_events where tenant_id = $1 and action = 'assessments.expired'`,
    [tenant.id],
  )
  expect(log.rows).toEqual([
    { actor_id: null, details: { year: THIS_YEAR, assessments: 2, kept_for_years: 1 } },
  ])
})

test('the new year starts in the organisation’s time zone', async () => {
  const { tenant, user, contentSetId } = await anOrganisation(1)
  await anAssessment(t.db, { user, contentSetId })
  await t.sql`update tenants set time_zone = 'Pacific/Auckland' where id = ${tenant.id}`
  moveTo(`${THIS_YEAR + 1}-12-31`)
  await removeOldAssessments(t.app)
  expect(await yearsOf(tenant)).toEqual([])
})

test('without a retention limit, before it and while suspended, assessments are kept', async () => {
  const kept = [
    await anOrganisation(null),
    await anOrganisation(30),
    await anOrganisation(1, { status: 'suspended' }),
  ]
  for (const { user, contentSetId } of kept) await anAssessment(t.db, { user, contentSetId })
  moveTo(`${THIS_YEAR + 5}-06-01`)
  await removeOldAssessments(t.app)
  for (const { tenant } of kept) expect(await yearsOf(tenant)).toEqual([THIS_YEAR])
})

test('a valid certificate keeps its assessment until it expires', async () => {
  const { tenant, user, admin, contentSetId } = await anOrganisation(1)
  await aCertification(t.db, { user, contentSetId })
  await t.sql`update certifications set valid_until = make_date(${THIS_YEAR + 2}, 1, 5) where tenant_id = ${tenant.id}`
  moveTo(`${THIS_YEAR + 2}-01-05`)
  await removeOldAssessments(t.app)
  expect(await yearsOf(tenant)).toEqual([THIS_YEAR])
  expect(await oldOf(admin)).toEqual([])
  moveTo(`${THIS_YEAR + 2}-01-06`)
  expect(await oldOf(admin)).toEqual([{ year: THIS_YEAR, count: 1 }])
  await removeOldAssessments(t.app)
  expect(await yearsOf(tenant)).toEqual([])
})

test('assessments that a shorter retention would delete are counted by year', async () => {
  const { user, admin, contentSetId } = await anOrganisation(null)
  moveTo(`${THIS_YEAR}-06-01`)
  for (const year of [THIS_YEAR - 3, THIS_YEAR - 2, THIS_YEAR - 1, THIS_YEAR])
    await anAssessment(t.db, { user, contentSetId, year })
  await anAssessment(t.db, { user: admin, contentSetId, year: THIS_YEAR - 3 })
  expect(await oldOf(admin)).toEqual([
    { year: THIS_YEAR - 3, count: 2 },
    { year: THIS_YEAR - 2, count: 1 },
  ])
})

test('a removed link is forgotten after 90 days', async () => {
  const user = await aUser(t.db, { tenant: await aTenant(t.db) })
  for (const days of [0, 89, 91])
    await t.sql`insert into removed_links (tenant_id, user_id, connection_id, issuer, provider_email, removed_at)
      values (${user.tenantId}, ${user.id}, 1, 'x', 'x@y.example', now() - make_interval(days => ${days}))`
  await deleteOldClients(t.app)
  const left = await t.sql`select from removed_links where user_id = ${user.id}`
  expect(left).toHaveLength(2)
})

test('an address with which no one joined is deleted after the year that follows the assessment’s', async () => {
  const { tenant, user, contentSetId } = await anOrganisation(null)
  const id = await aSharedAssessment(t.db, { owner: user, contentSetId })
  await t.sql`insert into element_assignments (tenant_id, assessment_id, element_id, awaited_email)
    select tenant_id, ${id}, id, 'dora@partner.example' from elements where content_set_id = ${contentSetId} limit 1`
  const left = async () =>
    (await t.sql`select from element_assignments where tenant_id = ${tenant.id}`).length
  moveTo(`${THIS_YEAR + 1}-12-31`)
  await deleteOldClients(t.app)
  expect(await left()).toBe(1)
  moveTo(`${THIS_YEAR + 2}-01-01`)
  await deleteOldClients(t.app)
  expect(await left()).toBe(0)
})
