import { certifications } from 'contract/certifications'
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
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))
afterAll(() => t.close())

async function certified() {
  const user = await aUser(t.db, { tenant: acme, name: 'Rosa' })
  const { review } = await aSubmission(t.db, { contentSetId, is: 'reviewed', user })
  const { body } = await t.as(auditor).post(`/reviews/${review}/certificate`, { version: 1 })
  return { user, ...certifications.certify.response.parse(body) }
}

test('the verification code shows only the public details', async () => {
  const { certification } = await certified()
  const answer = await t
    .at(acme.host)
    .get(`/verify/${certification.code.toLowerCase().replaceAll('-', ' ')}`)
  expect(answer.body).toEqual({
    holder: 'Acme',
    scope: 'Tiny',
    band: 'Bronze',
    bands: ['Bronze', 'Silver', 'Gold'],
    valid_from: certification.valid_from,
    valid_until: certification.valid_until,
    status: 'valid',
  })
  expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow')
})

test.each(['', ' ', '–', '‑', ' — '])(
  'a code is valid with “%s” between its groups',
  async (sign) => {
    const { certification } = await certified()
    const typed = encodeURIComponent(certification.code.replaceAll('-', sign))
    expect((await t.at(acme.host).get(`/verify/${typed}`)).status).toBe(200)
  },
)

test('a code is unknown at other hosts, like a made-up one', async () => {
  const { certification } = await certified()
  const { host } = await aTenant(t.db)
  const asked = async (at: string, code: string) => {
    const { status, body } = await t.at(at).get(`/verify/${code}`)
    return { status, body: { ...(body as object), request_id: '' } }
  }
  for (const at of [host, 'admin.localhost', 'localhost']) {
    const there = await asked(at, certification.code)
    expect(there).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(there, at).toEqual(await asked(at, '2222-2222-2222'))
  }
})

test('guessing codes is limited', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 61; n += 1)
    statuses.add((await t.at(acme.host).get('/verify/2222-2222-2222')).status)
  expect([...statuses]).toEqual([404, 429])
})

test('a certificate with an altered report is not shown', async () => {
  const { user, certification } = await certified()
  await t.owner.query(
    `update reports set snapshot = replace(snapshot, 'Bronze', 'Silver') where id = (select report_id from certifications where id = $1)`,
    [certification.id],
  )
  for (const answer of [
    await t.as(user).get(`/certifications/${certification.id}`),
    await t.at(acme.host).get(`/verify/${certification.code}`),
  ])
    expect([answer.status, answer.code]).toEqual([409, 'report-altered'])
})

test('holder, admin and auditor download the PDF of a valid certificate', async () => {
  const { user, certification } = await certified()
  const { id } = certification
  const own = await t.as(user).get(`/certifications/${id}/pdf`)
  const path = `/users/${user.id}/certifications/${id}/pdf`
  const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  for (const who of [admin, auditor]) {
    const { status, headers, text } = await t.as(who).get(path)
    expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(headers['content-disposition']).toBe(own.headers['content-disposition'])
  }
  const other = await aTenant(t.db)
  const stranger = await aUser(t.db, { tenant: other, roles: ['admin'] })
  expect((await t.as(stranger).get(path)).status).toBe(404)
  expect((await t.as(user).get(path)).status).toBe(403)
  t.clock.now = () => new Date(`${THIS_YEAR + 2}-12-31T00:00:00Z`)
  expect((await t.as(admin).get(path)).code).toBe('conflict')
})
