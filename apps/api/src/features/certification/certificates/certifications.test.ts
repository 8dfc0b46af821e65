import { certifications } from 'contract/certifications'
import { userResults } from 'contract/user-results'
import { reports } from 'contract/reports'
import { reviews } from 'contract/reviews'
import { beforeEach, expect, test } from 'vitest'
import { aBandedSet, aSubmission, anAuditor } from '#testing/certifying.ts'
import { THIS_YEAR, type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { downloadPdf } from '#testing/download-pdf.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aBandedSet(), yearFrom: 2000 })
const auditor = await anAuditor(t.db, acme)
const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
beforeEach(async () => {
  t.clock.now = () => new Date()
  await t.sql`delete from rate_limits`
})

const ada = () => t.as(auditor)
const certifiedOf = ({ body }: { body: unknown }) => certifications.certify.response.parse(body)
const certificationOf = ({ body }: { body: unknown }) => certifications.get.response.parse(body)

async function reviewed(input: { user?: TestUser; year?: number } = {}) {
  const user = input.user ?? (await aUser(t.db, { tenant: acme, name: 'Rosa' }))
  return { user, ...(await aSubmission(t.db, { contentSetId, is: 'reviewed', ...input, user })) }
}

async function certified(input: { user?: TestUser; year?: number } = {}) {
  const { user, review } = await reviewed(input)
  const answer = await ada().post(`/reviews/${review}/certificate`, { version: 1 })
  return { user, certification: certifiedOf(answer).certification }
}

const verified = async (code: string) => await t.at(acme.host).get(`/verify/${code}`)
const statusOf = async (code: string) =>
  certifications.verify.response.parse((await verified(code)).body).status

test('a fully reviewed assessment gets a certificate with the reached band', async () => {
  const { user, review, assessment } = await reviewed()
  const [element] = reviews.get.response.parse(
    (await ada().get(`/reviews/${review}`)).body,
  ).elements
  const [statement] = element?.statements ?? []
  const remark = 'The minutes of May show more.'
  await ada().put(`/reviews/${review}/responses`, {
    statement_id: statement?.id,
    statement_response_id: statement?.responses[1]?.id,
    remark,
    version: 1,
  })
  const answer = await ada().post(`/reviews/${review}/certificate`, { version: 2 })
  const { certification } = certifiedOf(answer)
  const { code, number } = certification
  const shown = { band: 'Bronze', holder: 'Acme', title: 'Tiny', status: 'valid' }
  expect(certification).toMatchObject(shown)
  expect(number).toMatch(new RegExp(`^${THIS_YEAR}-\\d{4}$`))

  const seen = certificationOf(await t.as(user).get(`/certifications/${certification.id}`))
  expect(seen.verify_url).toBe(`http://acme.localhost:4003/verify/${code}`)
  const bands = ['Bronze', 'Silver', 'Gold']
  expect(seen.report).toMatchObject({
    kind: 'certification',
    band: 'Bronze',
    certification: { code, bands, certified_by: 'Ada Auditor' },
  })
  const [first, second] = seen.report.elements[0]?.statements ?? []
  expect(first).toMatchObject({ certified_score: 0.5, current_score: 0, remark })
  expect(second).toMatchObject({ certified_score: 0, remark: null })
  const rows = await t.sql`select status from assessments where id = ${assessment}`
  expect(rows).toEqual([{ status: 'certified' }])
  const query = { year: String(THIS_YEAR), type: 'certification' }
  const { body } = await t.as(user).get('/reports', { query })
  expect(reports.list.response.parse(body).reports).toEqual([])
})

test('numbers start again each year, and the next one is free after a certificate was deleted', async () => {
  t.clock.now = () => new Date('2029-05-01T12:00:00Z')
  const [first, second] = [(await certified()).certification, (await certified()).certification]
  await t.sql`delete from certifications where id = ${first.id}`
  const third = (await certified()).certification
  const numbers = [first, second, third].map(({ number }) => number)
  expect(numbers).toEqual(['2029-0001', '2029-0002', '2029-0003'])
})

test('a certificate is refused below the lowest band', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const certificationBands = [{ label: 'Gold', minOverall: 80, minElement: 60 }]
  const file = { ...aBandedSet(), certificationBands }
  const demanding = await aContentSet(t.db, { tenant: acme, file })
  const missed = await aSubmission(t.db, { user, contentSetId: demanding, is: 'reviewed' })
  const seen = await ada().get(`/reviews/${missed.review}`)
  const { outcome } = reviews.get.response.parse(seen.body)
  const below = ['A', 'B', 'C'].map((key, index) => {
    const title = `Element ${key}`
    return { certified: 0, id: expect.any(Number), key, number: index + 1, title }
  })
  const overall = { needed: 0.8, certified: 0 }
  const missing = { band: 'Gold', overall, elements: { needed: 0.6, below } }
  expect([outcome.band, outcome.missing_band]).toEqual([null, missing])
  const refused = await ada().post(`/reviews/${missed.review}/certificate`, { version: 1 })
  expect([refused.status, refused.code]).toEqual([409, 'band-missed'])
  expect(
    await t.sql`select from responses where state = 3 and assessment_id = ${missed.assessment}`,
  ).toEqual([])
})

test('a certificate is valid for a year by default, to the end of its last day', async () => {
  t.clock.now = () => new Date('2026-11-20T23:30:00Z')
  await t.sql`update tenants set time_zone = 'Europe/Berlin' where id = ${acme.id}`
  const { valid_from, valid_until, code } = (await certified()).certification
  expect([valid_from, valid_until]).toEqual(['2026-11-21', '2027-11-20'])
  await t.sql`update tenants set time_zone = 'Europe/London' where id = ${acme.id}`
  const statusAt = async (now: string) => {
    t.clock.now = () => new Date(now)
    return await statusOf(code)
  }
  expect(await statusAt('2027-11-20T23:59:00Z')).toBe('valid')
  expect(await statusAt('2027-11-21T00:01:00Z')).toBe('expired')

  t.clock.now = () => new Date('2026-11-20T12:00:00Z')
  const { review } = await reviewed()
  const until = (day: string) =>
    ada().post(`/reviews/${review}/certificate`, { version: 1, valid_until: day })
  expect((await until('2026-11-19')).status).toBe(400)
  expect((await until('2031-11-20')).status).toBe(400)
  expect(certifiedOf(await until('2028-11-19')).certification.valid_until).toBe('2028-11-19')
})

test('a certificate is valid, then expiring, then expired, for everyone who sees it', async () => {
  t.clock.now = () => new Date('2026-11-20T12:00:00Z')
  const { user, certification } = await certified()
  const path = `/users/${user.id}/certifications`
  const statusAt = async (day: string) => {
    t.clock.now = () => new Date(`${day}T12:00:00Z`)
    const [rosa, boss] = [t.as(user), t.as(admin)]
    const listed = certifications.list.response.parse((await rosa.get('/certifications')).body)
    const administered = userResults.certifications.response.parse((await boss.get(path)).body)
    const all = [
      certificationOf(await rosa.get(`/certifications/${certification.id}`)).certification,
      ...listed.rows,
      ...administered.rows,
      certificationOf(await boss.get(`${path}/${certification.id}`)).certification,
    ].map(({ status, is_expiring }) => (is_expiring ? `${status}, expiring` : status))
    return [await statusOf(certification.code), ...new Set(all)]
  }
  expect(await statusAt('2027-08-20')).toEqual(['valid', 'valid'])
  for (const day of ['2027-08-21', '2027-10-20', '2027-11-12', '2027-11-19'])
    expect(await statusAt(day), day).toEqual(['valid', 'valid, expiring'])
  expect(await statusAt('2027-11-20')).toEqual(['expired', 'expired'])
})

test('a certificate is revoked once and shows the reason', async () => {
  const { user, certification } = await certified()
  const revoked_reason = 'The evidence was forged.'
  const path = `/certifications/${certification.id}`
  expect((await ada().post(`${path}/revocation`, { reason: revoked_reason })).status).toBe(200)
  expect(await ada().post(`${path}/revocation`, { reason: 'Another reason.' })).toMatchObject({
    code: 'conflict',
    body: { details: { current: { revoked_reason } } },
  })
  expect(await statusOf(certification.code)).toBe('revoked')
  const seen = certificationOf(await t.as(user).get(path))
  expect(seen.certification).toMatchObject({ status: 'revoked', revoked_reason })
})

test('a revocation is mailed to the holder and to admins', async () => {
  const tenant = await aTenant(t.db, { name: 'Gannet' })
  const set = await aContentSet(t.db, { tenant, file: aBandedSet() })
  const reviewer = t.as(await anAuditor(t.db, tenant))
  await aUser(t.db, { tenant, roles: ['admin'], email: 'one@example.org' })
  await aUser(t.db, { tenant, roles: ['admin'], email: 'gone@example.org', isActive: false })
  const mailed = async (holder: Omit<Parameters<typeof aUser>[1], 'tenant'>) => {
    const user = await aUser(t.db, { ...holder, tenant })
    const { review } = await aSubmission(t.db, { user, contentSetId: set, is: 'reviewed' })
    const issued = await reviewer.post(`/reviews/${review}/certificate`, { version: 1 })
    await t.sql`delete from mails where tenant_id = ${tenant.id}`
    await t.sql`update users set is_active = ${holder.isActive ?? true} where id = ${user.id}`
    const { id } = certifiedOf(issued).certification
    await reviewer.post(`/certifications/${id}/revocation`, { reason: 'Forged.' })
    const rows = await t.sql<{ mail: string; text: string }>`
      select recipient || ': ' || subject as mail, text from mails where tenant_id = ${tenant.id} order by id`
    for (const { text } of rows) expect(text).toContain('Forged.')
    return rows.map(({ mail }) => mail)
  }
  const toHolder = 'Your certificate was revoked (Gannet)'
  const toAdmin = 'one@example.org: A certificate was revoked (Gannet)'
  const rosa = 'rosa@example.org'
  expect(await mailed({ email: rosa })).toEqual([`${rosa}: ${toHolder}`, toAdmin])
  expect(await mailed({ email: 'left@example.org', isActive: false })).toEqual([toAdmin])
  const two = 'two@example.org'
  const roles: TestUser['roles'] = ['user', 'admin']
  expect(await mailed({ email: two, roles })).toEqual([`${two}: ${toHolder}`, toAdmin])
})

test('users list their certificates by year and admins see them', async () => {
  const { user } = await certified({ year: THIS_YEAR - 1 })
  const { certification } = await certified({ user })
  const list = async (query: Record<string, string>) =>
    certifications.list.response.parse((await t.as(user).get('/certifications', { query })).body)
  expect((await list({})).rows.map(({ year }) => year)).toEqual([THIS_YEAR, THIS_YEAR - 1])
  expect((await list({ year: String(THIS_YEAR) })).rows).toEqual([certification])
  for (const caller of [t.as(admin), ada()]) {
    const { body } = await caller.get(`/users/${user.id}/certifications`)
    const { rows } = userResults.certifications.response.parse(body)
    expect(rows.map(({ year }) => year)).toEqual([THIS_YEAR, THIS_YEAR - 1])
    const one = await caller.get(`/users/${user.id}/certifications/${certification.id}`)
    expect(certificationOf(one).certification).toEqual(certification)
  }
  const colleague = await aUser(t.db, { tenant: acme })
  expect((await t.as(colleague).get(`/certifications/${certification.id}`)).status).toBe(404)
})

test('valid certificates and reports download as PDF, expired ones are refused', async () => {
  const { user, certification } = await certified()
  const path = `/certifications/${certification.id}`
  const downloads = [
    [user, `${path}/pdf`, ''],
    [user, `${path}/report/pdf`, '-report'],
    [admin, `/users/${user.id}${path}/pdf`, ''],
    [auditor, `/users/${user.id}${path}/pdf`, ''],
  ] as const
  const answerTo = (user: TestUser, path: string) =>
    path.includes('/report/') ? downloadPdf(t.as(user), path) : t.as(user).get(path)
  for (const [user, path, what] of downloads) {
    const { status, headers, text } = await answerTo(user, path)
    expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-'])
    const name = `acme-certificate-${certification.number}${what}.pdf`
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename=${name}`,
    })
  }
  t.clock.now = () => new Date(`${THIS_YEAR + 2}-12-31T00:00:00Z`)
  for (const [user, path] of downloads) expect((await answerTo(user, path)).code).toBe('conflict')
})

test('the verification code shows only the public details, also after the user is removed', async () => {
  const { user, certification } = await certified()
  const { number, code, valid_from, valid_until } = certification
  const answer = await verified(code.toLowerCase().replaceAll('-', ' '))
  expect(answer.body).toEqual({
    number,
    issuer: 'Waymark platform',
    holder: 'Acme',
    scope: 'Tiny',
    language: null,
    band: 'Bronze',
    bands: ['Bronze', 'Silver', 'Gold'],
    valid_from,
    valid_until,
    status: 'valid',
    revoked_at: null,
    superseded_at: null,
  })
  expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow')
  for (const sign of ['', ' ', '–', '‑', ' — ']) {
    const typed = encodeURIComponent(code.replaceAll('-', sign))
    expect((await verified(typed)).status, sign).toBe(200)
  }
  expect((await t.as(admin).delete(`/users/${user.id}`)).status).toBe(204)
  expect((await verified(code)).body).toEqual(answer.body)
})

test('a code is unknown at other hosts, like a made-up one', async () => {
  const { certification } = await certified()
  const { host } = await aTenant(t.db)
  for (const at of [host, 'admin.localhost', 'localhost']) {
    const foreign = await t.at(at).get(`/verify/${certification.code}`)
    const madeUp = await t.at(at).get('/verify/2222-2222-2222')
    expect(foreign).toMatchObject({ status: 404, code: 'not-found' })
    const { request_id: _, ...body } = foreign.body as { request_id: string }
    expect([madeUp.status, madeUp.body], at).toMatchObject([404, body])
  }
})

test('guessing codes is limited', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 61; n += 1) statuses.add((await verified('2222-2222-2222')).status)
  expect([...statuses]).toEqual([404, 429])
})

test('a certificate with an altered report is not shown', async () => {
  const { user, certification } = await certified()
  await t.sql`update reports set snapshot = replace(snapshot, 'Bronze', 'Silver')
    where id = (select report_id from certifications where id = ${certification.id})`
  for (const answer of [
    await t.as(user).get(`/certifications/${certification.id}`),
    await verified(certification.code),
  ])
    expect([answer.status, answer.code]).toEqual([409, 'report-altered'])
})
