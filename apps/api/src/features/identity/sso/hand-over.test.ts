import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { visitProvider } from 'e2e/idp/visit-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { type Browser, aBrowser, allowSso, anOpenidConnection, originAt } from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let provider: OidcProvider
let browser: Browser
/** Signs in for both; the people are the other's. */
let group: TestTenant
let works: TestTenant
let userId: number
let made = 0

const EMAIL = IDP_PEOPLE[0]?.email ?? ''
const SUCCESS = '/auth/sso/process-signin'
const EXPIRED = '/auth/sso/callback?reason=expired'
const pathOf = (url: URL) => url.pathname + url.search

beforeAll(async () => {
  t = await startTestApp({ works: false })
  const origins = Array.from({ length: 40 }, (_, n) => `http://group${n}.localhost:4003`)
  provider = await startOidcProvider({ origins })
})
afterAll(async () => {
  await provider.stop()
  await t.close()
})
beforeEach(async () => {
  group = await aTenant(t.db, { domain: `group${made}` })
  works = await aTenant(t.db, { domain: `works${made++}` })
  for (const tenant of [group, works]) await allowSso(t.db, tenant)
  await anOpenidConnection(t.db, t.app.secrets, provider, { tenant: group, peopleOf: works })
  userId = (await aUser(t.db, { tenant: works, email: EMAIL })).id
  browser = aBrowser(t.call)
})

/** Signs in at the group's host: where the hand-over begins. */
async function signInAtGroup(): Promise<URL> {
  const asked = await browser.open(`${originAt(group)}/api/auth/sso/harbour.example/start`)
  return await browser.open(await visitProvider(asked.href, 'plant'))
}
async function sessions() {
  return await t.db
    .selectFrom('sessions')
    .select(['tenant_id', 'user_id', 'method'])
    .where('tenant_id', 'in', [group.id, works.id])
    .execute()
}
async function refusedAt(tenant: TestTenant) {
  const event = await t.db
    .selectFrom('audit_events')
    .select('action')
    .where('tenant_id', '=', tenant.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(event?.action).toBe('sso.rejected')
}

test('somebody of another organisation goes on at its host, signed in there alone', async () => {
  const start = await signInAtGroup()
  expect([start.hostname, start.pathname]).toEqual([works.host, '/api/auth/handoff/start'])
  const approve = await browser.open(start)
  expect([approve.hostname, approve.pathname]).toEqual([group.host, '/api/auth/handoff/approve'])
  const finish = await browser.open(approve)
  expect([finish.hostname, finish.pathname]).toEqual([works.host, '/api/auth/handoff/finish'])
  const end = await browser.open(finish)
  expect([end.hostname, pathOf(end)]).toEqual([works.host, SUCCESS])
  expect(await sessions()).toEqual([{ tenant_id: works.id, user_id: userId, method: 'sso' }])
  expect(browser.jarOf(works.host).get('__Host-pat_rt')).toMatch(/^\d+\./)
  expect(browser.jarOf(group.host).get('__Host-pat_rt')).toBeUndefined()
  const { rows } = await t.owner.query('select from identities where tenant_id = $1', [group.id])
  expect(rows).toHaveLength(0)
})

test('no address on the way holds a token', async () => {
  const addresses = [await signInAtGroup()]
  for (let n = 0; n < 3; n += 1) addresses.push(await browser.open(addresses.at(-1) ?? ''))
  for (const { href } of addresses) expect(href).not.toMatch(/eyJ|\.\d+\.[\w-]{43}\./)
})

test('a newcomer is made in the organisation whose people sign in here, not in this one', async () => {
  await t.db.deleteFrom('users').where('id', '=', userId).execute()
  let url = await signInAtGroup()
  for (let n = 0; n < 3; n += 1) url = await browser.open(url)
  expect(pathOf(url)).toBe(SUCCESS)
  const users = await t.db
    .selectFrom('users')
    .select(['tenant_id', 'roles'])
    .where('tenant_id', 'in', [group.id, works.id])
    .execute()
  expect(users).toEqual([{ tenant_id: works.id, roles: ['user'] }])
})

test('without such a connection the same sign-in reaches nobody elsewhere', async () => {
  await t.db
    .updateTable('sso_connections')
    .set({ people_tenant_id: null })
    .where('tenant_id', '=', group.id)
    .execute()
  expect(pathOf(await signInAtGroup())).toBe(SUCCESS)
  expect((await sessions()).map(({ tenant_id }) => tenant_id)).toEqual([group.id])
})

test.each([0, 1, 2])('step %i, opened twice, works once', async (step) => {
  let url = await signInAtGroup()
  const urls = [url]
  for (let n = 0; n < 3; n += 1) urls.push((url = await browser.open(url)))
  expect(pathOf(url)).toBe(SUCCESS)
  let again = urls[step] ?? url
  for (let n = step; n < 3 && again.pathname.startsWith('/api/'); n += 1)
    again = await browser.open(again)
  expect(pathOf(again)).toBe(EXPIRED)
  expect(await sessions()).toHaveLength(1)
})

test('the first address, opened in another browser, is refused there and spent', async () => {
  const start = await signInAtGroup()
  const thief = aBrowser(t.call)
  const approve = await thief.open(start)
  expect(pathOf(await thief.open(approve))).toBe(EXPIRED)
  await refusedAt(group)
  expect(pathOf(await browser.open(await browser.open(start)))).toBe(EXPIRED)
  expect(await sessions()).toEqual([])
})

test('the code, opened in another browser, is refused there and spent', async () => {
  const finish = await browser.open(await browser.open(await signInAtGroup()))
  expect(pathOf(await aBrowser(t.call).open(finish))).toBe(EXPIRED)
  await refusedAt(works)
  expect(pathOf(await browser.open(finish))).toBe(EXPIRED)
  expect(await sessions()).toEqual([])
})

test('approval for another browser’s verifier gives a code that is no good here', async () => {
  const start = await signInAtGroup()
  const thief = aBrowser(t.call)
  const [mine, theirs] = [await browser.open(start), await thief.open(start)]
  expect(mine.searchParams.get('c')).not.toBe(theirs.searchParams.get('c'))
  // Somebody makes this browser open the approval that binds the code to their own verifier.
  const finish = await browser.open(theirs)
  expect(pathOf(await browser.open(finish))).toBe(EXPIRED)
  expect(await sessions()).toEqual([])
})

test('a code is good at one host only', async () => {
  const finish = await browser.open(await browser.open(await signInAtGroup()))
  const third = await aTenant(t.db, { domain: `third${made}` })
  for (const [name, value] of browser.jarOf(works.host)) browser.jarOf(third.host).set(name, value)
  const moved = new URL(finish.href.replace(works.host, third.host))
  expect(pathOf(await browser.open(moved))).toBe(EXPIRED)
})

test('a minute and no longer, at both hosts', async () => {
  const start = await signInAtGroup()
  await t.owner.query(`update handovers set expires_at = now() - interval '1 second'`)
  expect(pathOf(await browser.open(await browser.open(start)))).toBe(EXPIRED)
  const finish = await browser.open(await browser.open(await signInAtGroup()))
  const { rows } = await t.owner.query<{ seconds: number }>(
    'select extract(epoch from expires_at - now())::float as seconds from handover_codes',
  )
  expect(rows.every(({ seconds }) => seconds <= 60)).toBe(true)
  await t.owner.query(`update handover_codes set expires_at = now() - interval '1 second'`)
  expect(pathOf(await browser.open(finish))).toBe(EXPIRED)
})

test('forged ids lead to no foreign host and open nothing', async () => {
  const forged = [
    '',
    'x',
    '1',
    '.',
    `0.${'A'.repeat(43)}`,
    `-1.${'A'.repeat(43)}`,
    `${group.id}.short`,
  ]
  forged.push(
    `999999999999.${'A'.repeat(43)}`,
    `${group.id}.${'A'.repeat(43)}.x`,
    '//evil.example',
    `1e3.${'A'.repeat(43)}`,
  )
  for (const h of forged) {
    for (const path of ['start', 'approve']) {
      const url = new URL(`${originAt(works)}/api/auth/handoff/${path}`)
      url.searchParams.set('h', h)
      if (path === 'approve') url.searchParams.set('c', 'A'.repeat(43))
      expect([h, pathOf(await browser.open(url))]).toEqual([h, EXPIRED])
    }
  }
  const never = `${originAt(works)}/api/auth/handoff/start?h=${group.id}.${'A'.repeat(43)}`
  const approve = await browser.open(never)
  expect(approve.hostname).toBe(group.host)
  expect(pathOf(await browser.open(approve))).toBe(EXPIRED)
})

test.each([
  '/api/auth/sso/finish',
  '/api/auth/sso/finish?id=x',
  '/api/auth/handoff/start',
  '/api/auth/handoff/approve?h=x&c=y',
  '/api/auth/handoff/approve?h=x&h=y',
  `/api/auth/handoff/finish?code=${'x'.repeat(300)}`,
])('an address that nobody was led to ends on a screen: %s', async (path) => {
  expect(pathOf(await browser.open(new URL(originAt(works) + path)))).toBe(EXPIRED)
})

test('an unknown host answers nothing', async () => {
  const answer = await t.call({ host: 'nobody.localhost', url: '/api/auth/handoff/start?h=x' })
  expect(answer.statusCode).toBe(404)
})

test('of 32 at once exactly one session comes of a code', async () => {
  const finish = await browser.open(await browser.open(await signInAtGroup()))
  const ends = await Promise.all(Array.from({ length: 32 }, () => browser.open(finish)))
  expect(ends.filter((end) => pathOf(end) === SUCCESS)).toHaveLength(1)
  expect(await sessions()).toHaveLength(1)
})

test('of 32 approvals at once exactly one code is made', async () => {
  const approve = await browser.open(await signInAtGroup())
  const ends = await Promise.all(Array.from({ length: 32 }, () => browser.open(approve)))
  expect(ends.filter((end) => end.pathname === '/api/auth/handoff/finish')).toHaveLength(1)
})

test('who is deactivated on the way does not arrive; nor does anybody at a suspended organisation', async () => {
  const finish = await browser.open(await browser.open(await signInAtGroup()))
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  expect(pathOf(await browser.open(finish))).toBe('/auth/sso/callback?reason=inactive')
  await t.db.updateTable('users').set({ is_active: true }).where('id', '=', userId).execute()
  await t.db
    .updateTable('tenants')
    .set({ status: 'suspended' })
    .where('id', '=', works.id)
    .execute()
  expect(pathOf(await signInAtGroup())).toBe(EXPIRED)
})

test('what is kept are hashes', async () => {
  const finish = await browser.open(await browser.open(await signInAtGroup()))
  const start = await signInAtGroup()
  const { rows } = await t.owner.query<{ all: string }>(
    `select (select json_agg(x)::text from handovers x) || (select json_agg(x)::text from handover_codes x) as all`,
  )
  const secrets = [finish.searchParams.get('code'), start.searchParams.get('h')?.split('.')[1]]
  for (const secret of secrets) {
    expect(rows[0]?.all).not.toContain(secret)
    expect(rows[0]?.all).not.toContain(Buffer.from(secret ?? '', 'base64url').toString('hex'))
  }
})
