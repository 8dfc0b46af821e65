import { terms } from 'contract/terms'
import { TermsDraft, termsEditing } from 'contract/terms-editing'
import { afterEach, expect, test } from 'vitest'
import { type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const kestrel = await aTenant(t.db, { domain: 'kestrel' })
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Ada' })
const colleague = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Grace' })
const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
const user = await aUser(t.db, { tenant: kestrel, name: 'Head of Digital' })
afterEach(async () => {
  await t.owner.query('delete from terms_acceptances')
  await t.owner.query('delete from terms where version > 1')
  await t.owner.query('delete from terms_drafts')
  await t.owner.query('alter sequence terms_draft_versions restart')
  await t.owner.query('delete from terms_additions')
  await t.owner.query('update users set accepted_terms_version = 1')
})

const DRAFT = {
  text: '# Terms\n\nBe kind.',
  what_changed: 'Kindness',
  must_accept: true,
  effective_on: null,
}
const TOMORROW = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)

const save = (by: TestUser, more: object = {}) =>
  t.as(by).put('/terms/draft', { ...DRAFT, version: 0, ...more })
const discard = (by: TestUser, version: number) =>
  t.as(by).delete(`/terms/draft?version=${version}`)
const publishVersion = (version: number) => t.as(god).post('/terms/versions', { version })
async function publish(more: object = {}) {
  const { version } = TermsDraft.parse((await save(god, more)).body)
  return termsEditing.publish.response.parse((await publishVersion(version)).body)
}
const versions = async (by: TestUser) =>
  termsEditing.versions.response.parse((await t.as(by).get('/terms/versions')).body)
const current = async (by: TestUser) =>
  terms.current.response.parse((await t.as(by).get('/terms')).body)
const accept = (by: TestUser, terms_id: number) => t.as(by).post('/terms/acceptance', { terms_id })
const isAccepted = async (by: TestUser) =>
  ((await t.as(by).get('/user')).body as { user: { tc_accepted: boolean } }).user.tc_accepted
const overview = async (by = user) => (await t.as(by).get('/overview')).code ?? 'open'

test('accepting the terms opens everything and is logged once, with time and address', async () => {
  const newcomer = await aUser(t.db, { tenant: kestrel, hasAcceptedTerms: false })
  const first = await current(newcomer)
  expect(first).toMatchObject({ version: 1, accepted_at: null })
  expect(first.text).toContain('## 1. What Waymark is for')
  expect(await isAccepted(newcomer)).toBe(false)
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(newcomer, first.id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect([await isAccepted(newcomer), await overview(newcomer)]).toEqual([true, 'open'])
  expect((await current(newcomer)).accepted_at).not.toBeNull()
  const rows = await t.sql`
    select terms_id, address, accepted_at from terms_acceptances where user_id = ${newcomer.id}`
  const accepted_at = expect.any(String) as string
  expect(rows).toEqual([{ terms_id: first.id, address: '127.0.0.1', accepted_at }])
})

test('a version that must be accepted closes everything until it is, and acceptances are counted', async () => {
  const first = await current(user)
  const { versions: all } = await publish()
  expect(all).toMatchObject([
    { version: 2, status: 'in-force', what_changed: 'Kindness', accepted: 0 },
    { version: 1, status: 'earlier' },
  ])
  expect([await isAccepted(user), await overview()]).toEqual([false, 'terms-not-accepted'])
  const second = await current(user)
  expect(second).toMatchObject({ version: 2, what_changed: 'Kindness', accepted_at: null })
  expect(await accept(user, first.id)).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { terms_id: second.id } },
  })
  for (const by of [user, god]) expect((await accept(by, second.id)).status).toBe(200)
  expect([await isAccepted(user), await overview()]).toEqual([true, 'open'])
  expect((await versions(god)).versions[0]).toMatchObject({ accepted: 2 })
  const { rows } = await t.owner.query<{ action: string }>(
    `select action from audit_events where action like 'terms_draft%' or action = 'terms.published' order by id desc limit 2`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['terms.published', 'terms_draft.saved'])
})

test('a version that need not be accepted closes nothing', async () => {
  await publish({ must_accept: false })
  expect([await isAccepted(user), await overview()]).toEqual([true, 'open'])
  expect(await current(user)).toMatchObject({ version: 2, accepted_at: null })
})

test('before its day a version is neither shown nor required', async () => {
  await publish({ effective_on: TOMORROW })
  expect((await versions(god)).versions[0]).toMatchObject({ version: 2, status: 'coming' })
  expect([await isAccepted(user), await overview()]).toEqual([true, 'open'])
  expect(await current(user)).toMatchObject({ version: 1 })
  expect((await t.at(kestrel.host).get('/terms/latest')).body).toMatchObject({ version: 1 })
  await t.owner.query(`update terms set effective_at = now() where version = 2`)
  expect([await isAccepted(user), await overview()]).toEqual([false, 'terms-not-accepted'])
})

test('a draft has no effect and can be deleted', async () => {
  expect((await save(god)).body).toMatchObject({ ...DRAFT, version: 1, saved_by: 'Ada' })
  expect((await versions(colleague)).draft).toMatchObject(DRAFT)
  expect(await overview()).toBe('open')
  expect((await discard(god, 1)).status).toBe(204)
  expect((await versions(god)).draft).toBeNull()
})

test('a draft that someone else saved is not overwritten, deleted or published unseen', async () => {
  await save(god)
  await save(god, { version: 1, text: 'Theirs' })
  const body = { details: { draft: { text: 'Theirs', version: 2 } } }
  const conflict = { status: 409, code: 'conflict', body }
  expect(await save(colleague, { version: 1, text: 'Mine' })).toMatchObject(conflict)
  expect(await discard(colleague, 1)).toMatchObject(conflict)
  expect(await publishVersion(1)).toMatchObject(conflict)
  expect((await versions(god)).versions).toHaveLength(1)
  expect((await save(colleague, { version: 2, text: 'Mine' })).status).toBe(200)
})

test('a new draft has another version than a deleted one', async () => {
  await save(god)
  await discard(colleague, 1)
  await save(colleague, { text: 'New' })
  expect(await save(god, { version: 1, text: 'Old' })).toMatchObject({
    code: 'conflict',
    body: { details: { draft: { text: 'New' } } },
  })
  expect(await publishVersion(1)).toMatchObject({ code: 'conflict' })
})

test('an effective day in the past is refused when the draft is saved and when it is published', async () => {
  const past = '2026-01-01'
  expect(await save(god, { effective_on: past })).toMatchObject({
    status: 400,
    body: { fields: { effective_on: 'Choose today or a later date' } },
  })
  await save(god, { effective_on: TOMORROW })
  await t.owner.query('update terms_drafts set effective_on = $1', [past])
  expect(await publishVersion(1)).toMatchObject({ status: 400, code: 'invalid-input' })
  expect((await versions(god)).versions).toHaveLength(1)
})

test('an organisation’s own terms are shown with the terms until it removes them', async () => {
  const add = (text: string, version: number) =>
    t.as(admin).post('/terms/additions', { text, version })
  const addition = { version: 1, text: 'Our rules' }
  expect((await add('Our rules', 0)).body).toMatchObject({ additions: [addition] })
  expect(await current(user)).toMatchObject({ addition })
  expect((await t.at(kestrel.host).get('/terms/latest')).body).toMatchObject({ addition })
  expect(await current(god)).toMatchObject({ addition: null })
  await add('', 1)
  expect(await current(user)).toMatchObject({ addition: null })
  const both = await Promise.all(['One', 'Two'].map((text) => add(text, 2)))
  expect(both.map(({ status }) => String(status)).sort()).toEqual(['200', '409'])
})

test('acceptances are found by name, an admin sees only the own users, and a removed user’s address is hidden', async () => {
  const { id } = await current(user)
  const path = `/terms/versions/${id}/acceptances`
  const former = await aUser(t.db, { tenant: kestrel, name: 'Former user' })
  for (const by of [user, god, former]) await accept(by, id)
  await t.owner.query('update users set removed_at = now() where id = $1', [former.id])
  const list = async (by: TestUser, name = '') => {
    const { body } = await t.as(by).get(name === '' ? path : `${path}?name=${name}`)
    return termsEditing.acceptances.response.parse(body).rows
  }
  const names = async (...search: Parameters<typeof list>) =>
    (await list(...search)).map(({ name }) => name).sort()
  expect(await names(god)).toEqual(['Ada', 'Former user', 'Head of Digital'])
  expect(await names(god, 'digital')).toEqual(['Head of Digital'])
  expect(await names(admin)).toEqual(['Former user', 'Head of Digital'])
  expect(await list(admin, 'former')).toMatchObject([{ user_id: former.id, email: null }])
  expect(await list(admin, encodeURIComponent(former.email))).toEqual([])
  const { text } = await t.as(admin).post(`${path}/csv`)
  expect(text.trim().split('\r\n')).toHaveLength(3)
  expect(text).not.toContain(former.email)
})
