import { certifications } from 'contract/certifications'
import { reviews } from 'contract/reviews'
import { account } from 'contract/account'
import { expect, test } from 'vitest'
import { aCertification, aSubmission, anAuditor } from '#testing/certifying.ts'
import { THIS_YEAR, type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aLadder } from '#testing/ladder.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet(), yearFrom: 2000 })
const auditor = await anAuditor(t.db, acme)

const ada = () => t.as(auditor)
const certify = async (review: number, supersedes?: number[]) =>
  await ada().post(`/reviews/${review}/certificate`, { version: 1, supersedes })
const issued = async (review: number, supersedes?: number[]) =>
  certifications.certify.response.parse((await certify(review, supersedes)).body).certification
const listed = async (user: TestUser) => {
  const { body } = await t.as(user).get('/certifications')
  return certifications.list.response
    .parse(body)
    .rows.map(({ year, status }) => `${year} ${status}`)
}
const inForce = async (review: number) => {
  const { body } = await ada().get(`/reviews/${review}`)
  return reviews.get.response.parse(body).in_force?.map(({ id }) => id)
}

/** Reviewed as the organisation's. */
async function sharedReview(owner: TestUser, year: number) {
  const { assessment, review } = await aSubmission(t.db, {
    user: owner,
    contentSetId,
    year,
    is: 'reviewed',
  })
  await t.sql`update assessments set user_id = null, owner_id = ${owner.id},
    family_id = (select family_id from content_sets where id = ${contentSetId}) where id = ${assessment}`
  return { assessment, review }
}

test('the next certificate of a user and content set supersedes the last one, wherever it is shown', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const namesake = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  const last = await aCertification(t.db, { user, contentSetId, year: THIS_YEAR - 1 })
  await aCertification(t.db, { user, contentSetId: namesake, year: THIS_YEAR })
  await aCertification(t.db, { user: await aUser(t.db, { tenant: acme }), contentSetId })
  const { review } = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  expect(await inForce(review)).toEqual([last.id])
  await issued(review, [last.id])
  expect(await listed(user)).toEqual([
    `${THIS_YEAR} valid`,
    `${THIS_YEAR} valid`,
    `${THIS_YEAR - 1} superseded`,
  ])
  const { body } = await t.at(acme.host).get(`/verify/${last.code}`)
  expect(certifications.verify.response.parse(body).status).toBe('superseded')
  expect(await t.as(user).get(`/certifications/${last.id}/pdf`)).toMatchObject({
    status: 409,
    body: {
      message:
        'A newer certificate has replaced this one, so you can’t download this certificate or its report.',
    },
  })
  const steps =
    await t.sql`select step from assessment_events where assessment_id = ${last.assessment}`
  expect(steps).toEqual([{ step: 'certification.superseded' }])
  expect(await inForce(review)).toEqual([])
  await t.sql`update certifications set revoked_at = now(), revoked_by = 1 where id = ${last.id}`
  expect(await listed(user)).toContain(`${THIS_YEAR - 1} revoked`)
})

test('an auditor confirms exactly what is superseded, and pages of the release before need not', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const last = await aCertification(t.db, { user, contentSetId, year: THIS_YEAR - 1 })
  const { review } = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  for (const confirmed of [[], [last.id, 1]])
    expect(await certify(review, confirmed)).toMatchObject({
      status: 409,
      body: {
        message:
          'The list of certificates to replace has changed. Check the list, then certify again.',
      },
    })
  expect(await listed(user)).toEqual([`${THIS_YEAR - 1} valid`])
  await issued(review)
  expect(await listed(user)).toEqual([`${THIS_YEAR} valid`, `${THIS_YEAR - 1} superseded`])
})

const LEVELS = { basic: ['basic'], advanced: ['basic', 'advanced'], all: null }

test('of other statements, only what the auditor confirms is superseded', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const ladder = await aContentSet(t.db, { tenant: acme, file: aLadder(), yearFrom: 2000 })
  const scoped = async (assessment: number, level: keyof typeof LEVELS) =>
    await t.sql`update assessments set scope_levels = ${LEVELS[level]}::text[] where id = ${assessment}`
  const other = async (year: number, level: keyof typeof LEVELS) => {
    const { id, assessment } = await aCertification(t.db, { user, contentSetId: ladder, year })
    await scoped(assessment, level)
    await t.sql`update certifications set scope = ${level === 'all' ? '' : level} where id = ${id}`
    return id
  }
  const first = await other(THIS_YEAR - 3, 'basic')
  await t.sql`update certifications set superseded_at = null where id = ${first}`
  const second = await other(THIS_YEAR - 2, 'advanced')
  const input = { user, contentSetId: ladder, is: 'reviewed' as const }
  const { review } = await aSubmission(t.db, {
    ...input,
    before: (id) => scoped(id, 'all'),
  })
  const seen = reviews.get.response.parse((await ada().get(`/reviews/${review}`)).body)
  // The highest level asks everything, as no level does.
  expect(seen.in_force).toMatchObject([
    { id: second, scope: 'advanced', is_same: true },
    { id: first, scope: 'basic', is_same: false },
  ])
  expect(await certify(review, [first])).toMatchObject({ status: 409 })
  await issued(review, [second])
  expect(await listed(user)).toEqual([
    `${THIS_YEAR} valid`,
    `${THIS_YEAR - 2} superseded`,
    `${THIS_YEAR - 3} valid`,
  ])
})

test('without the auditor’s choice, a certificate for the same statements is superseded', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const ladder = await aContentSet(t.db, { tenant: acme, file: aLadder(), yearFrom: 2000 })
  await aCertification(t.db, { user, contentSetId: ladder, year: THIS_YEAR - 1 })
  const { review } = await aSubmission(t.db, {
    user,
    contentSetId: ladder,
    is: 'reviewed',
    before: async (id) =>
      await t.sql`update assessments set scope_levels = ${LEVELS.advanced}::text[] where id = ${id}`,
  })
  await issued(review)
  expect(await listed(user)).toEqual([`${THIS_YEAR} valid`, `${THIS_YEAR - 1} superseded`])
})

test('a shared assessment certifies the organisation, for its owner and present members', async () => {
  const [owner, member, left, outsider] = [
    await aUser(t.db, { tenant: acme }),
    await aUser(t.db, { tenant: acme }),
    await aUser(t.db, { tenant: acme }),
    await aUser(t.db, { tenant: acme }),
  ]
  await aCertification(t.db, { user: owner, contentSetId, year: THIS_YEAR - 2 })
  const before = await sharedReview(left, THIS_YEAR - 1)
  const last = await issued(before.review)
  const { assessment, review } = await sharedReview(owner, THIS_YEAR)
  await t.sql`insert into assessment_members (tenant_id, assessment_id, user_id, role, left_at) values
    (${acme.id}, ${assessment}, ${member.id}, 'viewer', null), (${acme.id}, ${assessment}, ${left.id}, 'viewer', now())`
  expect(await inForce(review)).toEqual([last.id])
  const { id } = await issued(review, [last.id])
  const seen = async (user: TestUser) => {
    const { body } = await t.as(user).get('/user')
    const { has_certifications_this_year: has } = account.me.response.parse(body).user
    const { status } = await t.as(user).get(`/certifications/${id}`)
    return [...(await listed(user)), has, status]
  }
  const ours = `${THIS_YEAR} valid`
  expect(await seen(owner)).toEqual([ours, `${THIS_YEAR - 2} valid`, true, 200])
  expect(await seen(member)).toEqual([ours, true, 200])
  expect(await seen(left)).toEqual([`${THIS_YEAR - 1} superseded`, false, 404])
  expect(await seen(outsider)).toEqual([false, 404])
})

test('a node of the release before supersedes as well', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const last = await aCertification(t.db, { user, contentSetId, year: THIS_YEAR - 1 })
  const { assessment } = await aCertification(t.db, { user, contentSetId })
  const [row] = await t.sql<object>`
    delete from certifications where assessment_id = ${assessment} returning to_jsonb(certifications) - '{family_id,scope,holder_user_id,superseded_at}'::text[] as row`
  await t.sql`update certifications set superseded_at = null where id = ${last.id}`
  const { row: old } = row as { row: Record<string, unknown> }
  const columns = Object.keys(old).join(', ')
  await t.owner.query(
    `insert into certifications (${columns}) select ${columns} from jsonb_populate_record(null::certifications, $1)`,
    [JSON.stringify(old)],
  )
  expect(await listed(user)).toEqual([`${THIS_YEAR} valid`, `${THIS_YEAR - 1} superseded`])
})
