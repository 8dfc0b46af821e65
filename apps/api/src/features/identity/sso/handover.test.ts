import { IDP_PEOPLE } from 'e2e/idp/people'
import { visitProvider } from 'e2e/idp/visit-provider'
import { beforeEach, expect, test } from 'vitest'
import { type TestTenant, aUser } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { type Browser, SSO_SUCCESS, aBrowser, originAt, pathOf, ssoFailure } from '#testing/sso.ts'

const s = await startSso('handover')
const EMAIL = IDP_PEOPLE[0]?.email ?? ''
const EXPIRED = ssoFailure('expired')
const SECRET = 'A'.repeat(43)

/** Signs in the users of `works`. */
let group: TestTenant
let works: TestTenant
let user: { id: number }
let browser: Browser
beforeEach(async () => {
  group = s.tenant
  works = await s.newTenant()
  await s.connect({ people_tenant_id: works.id })
  user = await aUser(s.t.db, { tenant: works, email: EMAIL })
  browser = aBrowser(s.t.call)
})

/** Signs in at the group's host and opens so many addresses of the handover after it. */
async function follow(steps = 0): Promise<URL> {
  const provider = await browser.open(`${originAt(group)}/api/auth/sso/harbour.example/start`)
  let url = await browser.open(await visitProvider(provider.href, 'plant'))
  for (let step = 0; step < steps; step += 1) url = await browser.open(url)
  return url
}
const openPath = async (url: URL, by = browser) => pathOf(await by.open(url))
const rowsOf = async (sql: string) =>
  (await s.t.owner.query(`${sql} in ($1, $2)`, [group.id, works.id])).rows
const sessions = () => rowsOf('select tenant_id, user_id, method from sessions where tenant_id')

test('a user of another organisation is signed in at its host only', async () => {
  const start = await follow()
  const approve = await browser.open(start)
  const finish = await browser.open(approve)
  const end = await browser.open(finish)
  expect(
    [start, approve, finish, end].map(({ hostname, pathname }) => hostname + pathname),
  ).toEqual([
    `${works.host}/api/auth/handover/start`,
    `${group.host}/api/auth/handover/approve`,
    `${works.host}/api/auth/handover/finish`,
    `${works.host}${SSO_SUCCESS}`,
  ])
  for (const { href } of [start, approve, finish, end])
    expect(href).not.toMatch(/eyJ|\.\d+\.[\w-]{43}\./)
  expect(await sessions()).toEqual([{ tenant_id: works.id, user_id: user.id, method: 'sso' }])
  expect(browser.jarOf(works.host).get('pat_rt')).toMatch(/^\d+\./)
  expect(browser.jarOf(group.host).get('pat_rt')).toBeUndefined()
  expect(await s.identities()).toEqual([])
})

test('a new user is created in the organisation that the connection is for', async () => {
  await s.t.sql`delete from users where id = ${user.id}`
  expect(pathOf(await follow(3))).toBe(SSO_SUCCESS)
  const users = await rowsOf('select tenant_id, roles from users where tenant_id')
  expect(users).toEqual([{ tenant_id: works.id, roles: ['user'] }])
})

test('a connection for its own organisation signs in no one elsewhere', async () => {
  await s.t.sql`update sso_connections set people_tenant_id = null`
  expect(pathOf(await follow())).toBe(SSO_SUCCESS)
  expect(await sessions()).toMatchObject([{ tenant_id: group.id }])
})

test.each([0, 1, 2])('step %i works once', async (step) => {
  let url = await follow()
  const urls = [url]
  for (let n = 0; n < 3; n += 1) urls.push((url = await browser.open(url)))
  expect(pathOf(url)).toBe(SSO_SUCCESS)
  let again = urls[step] ?? url
  for (let n = step; n < 3 && again.pathname.startsWith('/api/'); n += 1)
    again = await browser.open(again)
  expect(pathOf(again)).toBe(EXPIRED)
  expect(await sessions()).toHaveLength(1)
})

test('another browser cannot use the first address, and its attempt ends the handover', async () => {
  const start = await follow()
  const thief = aBrowser(s.t.call)
  await s.expectRefused(await openPath(await thief.open(start), thief), 'expired')
  expect(await openPath(await browser.open(start))).toBe(EXPIRED)
  expect(await sessions()).toEqual([])
})

test('another browser cannot use the code, and its attempt ends the handover', async () => {
  const finish = await follow(2)
  s.tenant = works
  await s.expectRefused(await openPath(finish, aBrowser(s.t.call)), 'expired')
  expect(await openPath(finish)).toBe(EXPIRED)
  expect(await sessions()).toEqual([])
})

test('of 32 parallel approvals one gives a code, and of 32 uses of a code one signs in', async () => {
  const open = async (url: URL) =>
    await Promise.all(Array.from({ length: 32 }, () => browser.open(url)))
  const codes = (await open(await follow(1))).filter((url) => pathOf(url) !== EXPIRED)
  expect(codes).toHaveLength(1)
  const ends = await open(codes[0] ?? new URL(EXPIRED))
  expect(ends.filter((url) => pathOf(url) === SSO_SUCCESS)).toHaveLength(1)
  expect(await sessions()).toHaveLength(1)
})

test("a code that was approved for another browser's verifier is refused", async () => {
  const start = await follow()
  const [mine, theirs] = [await browser.open(start), await aBrowser(s.t.call).open(start)]
  expect(mine.searchParams.get('c')).not.toBe(theirs.searchParams.get('c'))
  // An attacker makes this browser open the approval that binds the code to the attacker's verifier.
  expect(await openPath(await browser.open(theirs))).toBe(EXPIRED)
  expect(await sessions()).toEqual([])
})

test('a code works at one host only', async () => {
  const finish = await follow(2)
  const third = await s.newTenant()
  for (const [name, value] of browser.jarOf(works.host)) browser.jarOf(third.host).set(name, value)
  expect(await openPath(new URL(finish.href.replace(works.host, third.host)))).toBe(EXPIRED)
})

test('a handover expires after a minute at both hosts', async () => {
  const start = await follow()
  await s.t.sql`update handovers set expires_at = now() - interval '1 second'`
  expect(await openPath(await browser.open(start))).toBe(EXPIRED)
  const finish = await follow(2)
  const rows = await s.t
    .sql`select from handover_codes where expires_at > now() + interval '1 minute'`
  expect(rows).toEqual([])
  await s.t.sql`update handover_codes set expires_at = now() - interval '1 second'`
  expect(await openPath(finish)).toBe(EXPIRED)
})

test('forged ids are refused and lead to no foreign host', async () => {
  const forged = [
    '',
    'x',
    '1',
    '.',
    '//evil.example',
    `${group.id}.short`,
    `${group.id}.${SECRET}.x`,
  ]
  forged.push(...[0, -1, 999_999_999_999, '1e3'].map((id) => `${id}.${SECRET}`))
  for (const h of forged)
    for (const path of ['start', 'approve']) {
      const url = new URL(`${originAt(works)}/api/auth/handover/${path}`)
      url.searchParams.set('h', h)
      if (path === 'approve') url.searchParams.set('c', SECRET)
      expect([h, await openPath(url)]).toEqual([h, EXPIRED])
    }
  const unknown = `${originAt(works)}/api/auth/handover/start?h=${group.id}.${SECRET}`
  const approve = await browser.open(unknown)
  expect([approve.hostname, await openPath(approve)]).toEqual([group.host, EXPIRED])
})

test.each([
  '/api/auth/sso/finish',
  '/api/auth/sso/finish?id=x',
  '/api/auth/handover/start',
  '/api/auth/handover/approve?h=x&c=y',
  '/api/auth/handover/approve?h=x&h=y',
  `/api/auth/handover/finish?code=${'x'.repeat(300)}`,
])('an incomplete address leads to the failure screen: %s', async (path) => {
  expect(await openPath(new URL(originAt(works) + path))).toBe(EXPIRED)
})

test('an account that becomes inactive, or an organisation that is suspended, is refused', async () => {
  const finish = await follow(2)
  await s.setActive(user, false)
  expect(await openPath(finish)).toBe(ssoFailure('inactive'))
  await s.setActive(user, true)
  await s.t.sql`update tenants set status = 'suspended' where id = ${works.id}`
  expect(pathOf(await follow())).toBe(ssoFailure('changed'))
})

test('ids and codes are stored as hashes', async () => {
  const [finish, start] = [await follow(2), await follow()]
  const rows = await s.t
    .sql`select json_agg(x)::text from handovers x union all select json_agg(x)::text from handover_codes x`
  const stored = JSON.stringify(rows)
  expect(stored).toContain('hash')
  for (const secret of [
    finish.searchParams.get('code'),
    start.searchParams.get('h')?.split('.')[1],
  ]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret ?? '', 'base64url').toString('hex'))
  }
})
