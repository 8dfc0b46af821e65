import { type CertificationSummary, certifications } from 'contract/certifications'
import { userResults } from 'contract/user-results'
import { reports } from 'contract/reports'
import { reviews } from 'contract/reviews'
import { account } from 'contract/account'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBandedSet, aSubmission, anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let acme: TestTenant
let contentSetId: number
let auditor: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
  contentSetId = await aContentSet(t.db, { tenant: acme, file: aBandedSet(), yearFrom: 2000 })
  auditor = await anAuditor(t.db, acme)
})
beforeEach(async () => {
  t.clock.now = () => new Date()
  await t.owner.query('delete from rate_limits')
})
afterAll(() => t.close())

const certifiedOf = ({ body }: { body: unknown }) => certifications.certify.response.parse(body)
const certificationOf = ({ body }: { body: unknown }) => certifications.get.response.parse(body)
const verificationOf = ({ body }: { body: unknown }) => certifications.verify.response.parse(body)

async function reviewed(input: { user?: TestUser; year?: number } = {}) {
  const user = input.user ?? (await aUser(t.db, { tenant: acme, name: 'Rosa' }))
  return { user, ...(await aSubmission(t.db, { contentSetId, is: 'reviewed', ...input, user })) }
}

async function certified(input: { user?: TestUser; year?: number } = {}) {
  const made = await reviewed(input)
  const answer = await t.as(auditor).post(`/reviews/${made.review}/certificate`, { version: 1 })
  return { ...made, certification: certifiedOf(answer).certification }
}

test('a fully reviewed assessment gets a certificate with the reached band', async () => {
  const { user, review, assessment } = await reviewed()
  const ada = t.as(auditor)
  const [element] = reviews.get.response.parse((await ada.get(`/reviews/${review}`)).body).elements
  const [statement] = element?.statements ?? []
  await ada.put(`/reviews/${review}/responses`, {
    statement_id: statement?.id,
    statement_response_id: statement?.responses[1]?.id,
    remark: 'The minutes of May show more.',
    version: 1,
  })
  const answer = await ada.post(`/reviews/${review}/certificate`, { version: 2 })
  const { certification } = certifiedOf(answer)
  expect(certification).toMatchObject({
    band: 'Bronze',
    holder: 'Acme',
    title: 'Tiny',
    status: 'valid',
  })
  expect(certification.number).toMatch(new RegExp(`^${THIS_YEAR}-\\d{4}$`))

  const seen = certificationOf(await t.as(user).get(`/certifications/${certification.id}`))
  expect(seen.verify_url).toBe(`http://acme.localhost:4003/verify/${certification.code}`)
  expect(seen.report).toMatchObject({
    kind: 'certification',
    band: 'Bronze',
    certification: {
      code: certification.code,
      bands: ['Bronze', 'Silver', 'Gold'],
      certified_by: 'Ada Auditor',
    },
  })
  const [first, second] = seen.report.elements[0]?.statements ?? []
  expect(first).toMatchObject({
    certified_score: 0.5,
    current_score: 0,
    remark: 'The minutes of May show more.',
  })
  expect(second).toMatchObject({ certified_score: 0, remark: null })
  const { rows } = await t.owner.query(`select status from assessments where id = $1`, [assessment])
  expect(rows).toEqual([{ status: 'certified' }])
  const { body } = await t
    .as(user)
    .get('/reports', { query: { year: String(THIS_YEAR), type: 'certification' } })
  expect(reports.list.response.parse(body).reports).toEqual([])
})

test('a certificate is refused with an open statement or below the lowest band', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const { review } = await aSubmission(t.db, { user, contentSetId, is: 'started' })
  const open = await t.as(auditor).post(`/reviews/${review}/certificate`, { version: 1 })
  expect([open.status, open.code]).toEqual([409, 'review-incomplete'])

  const demanding = await aContentSet(t.db, {
    tenant: acme,
    file: {
      ...aBandedSet(),
      certificationBands: [{ label: 'Gold', minOverall: 80, minElement: 60 }],
    },
  })
  const missed = await aSubmission(t.db, { user, contentSetId: demanding, is: 'reviewed' })
  const seen = await t.as(auditor).get(`/reviews/${missed.review}`)
  const { outcome } = reviews.get.response.parse(seen.body)
  const below = { certified: 0, id: expect.any(Number) }
  expect([outcome.band, outcome.lack]).toEqual([
    null,
    {
      band: 'Gold',
      overall: { needed: 0.8, certified: 0 },
      elements: {
        needed: 0.6,
        below: [
          { ...below, number: 1, title: 'Element A' },
          { ...below, number: 2, title: 'Element B' },
          { ...below, number: 3, title: 'Element C' },
        ],
      },
    },
  ])
  const refused = await t.as(auditor).post(`/reviews/${missed.review}/certificate`, { version: 1 })
  expect([refused.status, refused.code]).toEqual([409, 'band-missed'])
  const { rows } = await t.owner.query(
    'select from responses where state = 3 and assessment_id = $1',
    [missed.assessment],
  )
  expect(rows).toEqual([])
})

test('a certificate is valid for a year by default, to the end of its last day', async () => {
  t.clock.now = () => new Date('2026-11-20T23:30:00Z')
  await t.owner.query(`update tenants set time_zone = 'Europe/Berlin' where id = $1`, [acme.id])
  const { certification } = await certified()
  expect([certification.valid_from, certification.valid_until]).toEqual([
    '2026-11-21',
    '2027-11-20',
  ])
  await t.owner.query(`update tenants set time_zone = 'Europe/London' where id = $1`, [acme.id])
  const statusAt = async (now: string) => {
    t.clock.now = () => new Date(now)
    return verificationOf(await t.at(acme.host).get(`/verify/${certification.code}`)).status
  }
  expect(await statusAt('2027-11-20T23:59:00Z')).toBe('valid')
  expect(await statusAt('2027-11-21T00:01:00Z')).toBe('expired')

  t.clock.now = () => new Date('2026-11-20T12:00:00Z')
  const { review } = await reviewed()
  const until = (valid_until: string) =>
    t.as(auditor).post(`/reviews/${review}/certificate`, { version: 1, valid_until })
  expect((await until('2026-11-19')).status).toBe(400)
  expect((await until('2031-11-20')).status).toBe(400)
  expect(certifiedOf(await until('2028-11-19')).certification.valid_until).toBe('2028-11-19')
})

test('a certificate is valid, then expiring, then expired, for everyone who sees it', async () => {
  t.clock.now = () => new Date('2026-11-20T12:00:00Z')
  const { user, certification } = await certified()
  const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  const { id, code } = certification
  const path = `/users/${user.id}/certifications`
  const standingAt = async (day: string) => {
    t.clock.now = () => new Date(`${day}T12:00:00Z`)
    const [rosa, boss] = [t.as(user), t.as(admin)]
    const listed = certifications.list.response.parse((await rosa.get('/certifications')).body)
    const administered = userResults.certifications.response.parse((await boss.get(path)).body)
    const all = [
      certificationOf(await rosa.get(`/certifications/${id}`)).certification,
      ...listed.rows,
      ...administered.rows,
      certificationOf(await boss.get(`${path}/${id}`)).certification,
    ].map(({ status, is_expiring }) => (is_expiring ? `${status}, expiring` : status))
    const { status } = verificationOf(await t.at(acme.host).get(`/verify/${code}`))
    return [status, ...new Set(all)]
  }
  expect(await standingAt('2027-08-20')).toEqual(['valid', 'valid'])
  for (const day of ['2027-08-21', '2027-10-20', '2027-11-12', '2027-11-19'])
    expect(await standingAt(day), day).toEqual(['valid', 'valid, expiring'])
  expect(await standingAt('2027-11-20')).toEqual(['expired', 'expired'])
})

test('a certificate is revoked once and shows the reason', async () => {
  const { user, certification } = await certified()
  const revoke = (reason: string) =>
    t.as(auditor).post(`/certifications/${certification.id}/revocation`, { reason })
  expect((await revoke('The evidence was forged.')).status).toBe(200)
  const again = await revoke('Another reason.')
  expect(again).toMatchObject({
    code: 'conflict',
    body: { details: { standing: { revoked_reason: 'The evidence was forged.' } } },
  })
  expect(verificationOf(await t.at(acme.host).get(`/verify/${certification.code}`)).status).toBe(
    'revoked',
  )
  const { certification: own } = certificationOf(
    await t.as(user).get(`/certifications/${certification.id}`),
  )
  expect(own).toMatchObject({ status: 'revoked', revoked_reason: 'The evidence was forged.' })
  const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  const refused = await t
    .as(admin)
    .post(`/certifications/${certification.id}/revocation`, { reason: 'No' })
  expect(refused.status).toBe(403)
})

test('a revocation is mailed to the holder and to admins', async () => {
  const tenant = await aTenant(t.db, { name: 'Gannet' })
  const set = await aContentSet(t.db, { tenant, file: aBandedSet() })
  const ada = await anAuditor(t.db, tenant)
  await aUser(t.db, { tenant, roles: ['admin'], email: 'one@example.org' })
  await aUser(t.db, { tenant, roles: ['admin'], email: 'gone@example.org', isActive: false })
  const told = async (holder: Parameters<typeof aUser>[1]) => {
    const user = await aUser(t.db, holder)
    const { review } = await aSubmission(t.db, { user, contentSetId: set, is: 'reviewed' })
    const { certification } = certifiedOf(
      await t.as(ada).post(`/reviews/${review}/certificate`, { version: 1 }),
    )
    await t.owner.query('delete from mails where tenant_id = $1', [tenant.id])
    await t.owner.query('update users set is_active = $2 where id = $1', [
      user.id,
      holder.isActive ?? true,
    ])
    await t.as(ada).post(`/certifications/${certification.id}/revocation`, { reason: 'Forged.' })
    const { rows } = await t.owner.query<{ recipient: string; subject: string; text: string }>(
      'select recipient, subject, text from mails where tenant_id = $1 order by id',
      [tenant.id],
    )
    for (const { text } of rows) expect(text).toContain('Forged.')
    return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`)
  }
  const toAdmin = 'one@example.org: A certificate of Gannet was revoked'
  expect(await told({ tenant, email: 'rosa@example.org' })).toEqual([
    'rosa@example.org: Your certificate was revoked',
    toAdmin,
  ])
  expect(await told({ tenant, email: 'left@example.org', isActive: false })).toEqual([toAdmin])
  expect(await told({ tenant, email: 'two@example.org', roles: ['user', 'admin'] })).toEqual([
    'two@example.org: Your certificate was revoked',
    toAdmin,
  ])
})

test('users list their certificates by year and admins see them', async () => {
  const { user } = await certified({ year: THIS_YEAR - 1 })
  const has = async () =>
    account.me.response.parse((await t.as(user).get('/user')).body).user
      .has_certifications_this_year
  expect(await has()).toBe(false)
  const { certification } = await certified({ user })
  expect(await has()).toBe(true)
  const list = async (query: Record<string, string>) =>
    certifications.list.response.parse((await t.as(user).get('/certifications', { query })).body)
  expect((await list({})).rows.map(({ year }) => year)).toEqual([THIS_YEAR, THIS_YEAR - 1])
  expect((await list({ year: String(THIS_YEAR) })).rows).toEqual([certification])
  const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  for (const who of [admin, auditor]) {
    const { body } = await t.as(who).get(`/users/${user.id}/certifications`)
    const { rows } = userResults.certifications.response.parse(body)
    expect(rows.map((row: CertificationSummary) => row.year)).toEqual([THIS_YEAR, THIS_YEAR - 1])
    const one = await t.as(who).get(`/users/${user.id}/certifications/${certification.id}`)
    expect(certificationOf(one).certification).toEqual(certification)
  }
  const colleague = await aUser(t.db, { tenant: acme })
  expect((await t.as(colleague).get(`/certifications/${certification.id}`)).status).toBe(404)
})

test('a certificate stays valid after its user is removed', async () => {
  const { user, certification } = await certified()
  const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  expect((await t.as(admin).delete(`/users/${user.id}`)).status).toBe(204)
  expect(verificationOf(await t.at(acme.host).get(`/verify/${certification.code}`))).toMatchObject({
    holder: 'Acme',
    status: 'valid',
  })
})

test('valid certificates and reports download as PDF, expired ones are refused', async () => {
  const { user, certification } = await certified()
  const paths = ['pdf', 'report/pdf'].map((what) => `/certifications/${certification.id}/${what}`)
  for (const path of paths) {
    const { status, headers, text } = await t.as(user).get(path)
    expect([status, headers['content-type'], text.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="acme-certificate-[\d-]+/)
  }
  t.clock.now = () => new Date(`${THIS_YEAR + 2}-12-31T00:00:00Z`)
  for (const path of paths) expect((await t.as(user).get(path)).code).toBe('conflict')
})
