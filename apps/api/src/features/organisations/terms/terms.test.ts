import { contract } from 'contract/index'
import type { Endpoint } from 'contract/endpoint'
import { terms } from 'contract/terms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
})
beforeEach(async () => {
  await t.owner.query(
    'delete from terms_acceptances where terms_id in (select id from terms where version > 1)',
  )
  await t.owner.query('delete from terms where version > 1')
})
afterAll(() => t.close())

async function newcomer() {
  const user = await aUser(t.db, { tenant: northfield, hasAcceptedTerms: false })
  const caller = t.as(user)
  const current = async () => terms.current.response.parse((await caller.get('/terms')).body)
  return {
    user,
    caller,
    current,
    accept: (terms_id: number) => caller.post('/terms/acceptance', { terms_id }),
    isAccepted: async () =>
      ((await caller.get('/user')).body as { user: { tc_accepted: boolean } }).user.tc_accepted,
  }
}
const issue = (version: number, must_accept = true) =>
  t.owner.query(
    `insert into terms (version, text, what_changed, must_accept) values ($1, 'Text', 'All', $2)`,
    [version, must_accept],
  )

test('before the terms are accepted only what is needed to accept them is open', async () => {
  const { caller } = await newcomer()
  const endpoints = Object.values(contract).flatMap((resource) => Object.values<Endpoint>(resource))
  const closed = endpoints.filter(
    ({ access, beforeTerms }) =>
      !beforeTerms && (access === 'signed-in' || access === 'access-to-private-area'),
  )
  expect(closed.length).toBeGreaterThan(10)
  for (const { method, path } of closed) {
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    const answer = await caller[verb](path.replaceAll(/:\w+/g, '1'))
    expect(answer.code, `${method} ${path}`).toBe('terms-not-accepted')
  }
  const open = endpoints.filter(({ beforeTerms }) => beforeTerms).map(({ path }) => path)
  expect(new Set(open)).toEqual(
    new Set([
      '/user',
      '/sessions',
      '/sessions/:id',
      '/user/sessions/removal',
      '/user/proof',
      '/terms',
      '/terms/acceptance',
    ]),
  )
})

test('accepting the terms in force opens everything and is logged with time and address', async () => {
  const { user, caller, current, accept, isAccepted } = await newcomer()
  const inForce = await current()
  expect(inForce).toMatchObject({ version: 1, accepted_at: null })
  expect(inForce.text).toContain('## 1. What Waymark is for')
  expect(await isAccepted()).toBe(false)
  expect((await accept(inForce.id)).status).toBe(200)
  expect(await isAccepted()).toBe(true)
  expect((await current()).accepted_at).not.toBeNull()
  expect((await caller.get('/overview')).status).toBe(200)
  const { rows } = await t.owner.query(
    'select terms_id, address, accepted_at from terms_acceptances where user_id = $1',
    [user.id],
  )
  expect(rows).toEqual([
    { terms_id: inForce.id, address: '127.0.0.1', accepted_at: expect.any(String) },
  ])
})

test('accepting twice, or ten times at once, is logged once', async () => {
  const { user, current, accept } = await newcomer()
  const { id } = await current()
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const { rows } = await t.owner.query(
    'select count(*)::int as count from terms_acceptances where user_id = $1',
    [user.id],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('a new version that must be accepted sets tc_accepted to false', async () => {
  const { caller, current, accept, isAccepted } = await newcomer()
  const first = await current()
  await accept(first.id)
  await issue(2)
  expect(await isAccepted()).toBe(false)
  expect((await caller.get('/overview')).code).toBe('terms-not-accepted')
  const second = await current()
  expect(second).toMatchObject({ version: 2, what_changed: 'All', accepted_at: null })
  const old = await accept(first.id)
  expect(old).toMatchObject({ status: 409, code: 'conflict' })
  expect(old.body).toMatchObject({ details: { terms_id: second.id } })
  expect(await isAccepted()).toBe(false)
  expect((await accept(second.id)).status).toBe(200)
  expect(await isAccepted()).toBe(true)
})

test('a new version that need not be accepted closes nothing', async () => {
  const { caller, current, accept, isAccepted } = await newcomer()
  await accept((await current()).id)
  await issue(3, false)
  expect(await isAccepted()).toBe(true)
  expect((await caller.get('/overview')).status).toBe(200)
  expect(await current()).toMatchObject({ version: 3, accepted_at: null })
})
