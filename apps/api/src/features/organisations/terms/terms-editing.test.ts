import { TermsDraft, termsEditing } from 'contract/terms-editing'
import { terms } from 'contract/terms'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let kestrel: TestTenant
let god: TestUser
let colleague: TestUser
let admin: TestUser
let person: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Ada' })
  colleague = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Grace' })
  admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
  person = await aUser(t.db, { tenant: kestrel, name: 'Head of Digital' })
})
afterEach(async () => {
  await t.owner.query(
    'delete from terms_acceptances where terms_id in (select id from terms where version > 1)',
  )
  await t.owner.query('delete from terms where version > 1')
  await t.owner.query('delete from terms_drafts')
  await t.owner.query('alter sequence terms_draft_versions restart')
  await t.owner.query('delete from terms_additions')
  await t.owner.query('update users set accepted_terms_version = 1')
})
afterAll(() => t.close())

const DRAFT = {
  text: '# Terms\n\nBe kind.',
  what_changed: 'Kindness',
  must_accept: true,
  effective_on: null,
}
const TOMORROW = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)

async function save(who: TestUser, wish: object = {}) {
  return await t.as(who).put('/terms/draft', { ...DRAFT, version: 0, ...wish })
}
async function publish(wish: object = {}) {
  const draft = TermsDraft.parse((await save(god, wish)).body)
  return await t.as(god).post('/terms/versions', { version: draft.version })
}
async function versions(who: TestUser) {
  return termsEditing.versions.response.parse((await t.as(who).get('/terms/versions')).body)
}

test('a draft is kept until it is published or thrown away, and binds nobody', async () => {
  expect((await save(god)).body).toMatchObject({ ...DRAFT, version: 1, saved_by: 'Ada' })
  expect((await versions(colleague)).draft).toMatchObject(DRAFT)
  expect((await t.as(person).get('/overview')).status).toBe(200)
  expect((await t.as(god).delete('/terms/draft?version=1')).status).toBe(204)
  expect((await versions(god)).draft).toBeNull()
})

test('the second of two who write the draft sees what the first has written and overwrites nothing', async () => {
  await save(god)
  await save(god, { version: 1, text: 'First' })
  const late = await save(colleague, { version: 1, text: 'Second' })
  expect(late).toMatchObject({ status: 409, code: 'conflict' })
  expect(late.body).toMatchObject({ details: { draft: { text: 'First', version: 2 } } })
  expect((await save(colleague, { version: 2, text: 'Second' })).status).toBe(200)
})

test('nobody throws away or publishes what somebody else has written since', async () => {
  await save(god)
  await save(colleague, { version: 1, text: 'Theirs' })
  const conflict = {
    code: 'conflict',
    body: { details: { draft: { text: 'Theirs', version: 2 } } },
  }
  expect(await t.as(god).delete('/terms/draft?version=1')).toMatchObject(conflict)
  expect(await t.as(god).post('/terms/versions', { version: 1 })).toMatchObject(conflict)
  expect((await versions(god)).draft).toMatchObject({ text: 'Theirs' })
})

test('a draft that is begun anew is none that somebody has read before', async () => {
  await save(god)
  await t.as(colleague).delete('/terms/draft?version=1')
  await save(colleague, { text: 'Begun anew' })
  expect(await save(god, { version: 1, text: 'Of the draft before' })).toMatchObject({
    code: 'conflict',
    body: { details: { draft: { text: 'Begun anew' } } },
  })
  expect(await t.as(god).post('/terms/versions', { version: 1 })).toMatchObject({
    code: 'conflict',
  })
})

test('a day that is over is refused, when it is saved and when it passes before the draft is published', async () => {
  const over = '2026-01-01'
  expect(await save(god, { effective_on: over })).toMatchObject({
    status: 400,
    body: { fields: { effective_on: 'Choose today or a later day' } },
  })
  await save(god, { effective_on: TOMORROW })
  await t.owner.query('update terms_drafts set effective_on = $1', [over])
  const late = await t.as(god).post('/terms/versions', { version: 1 })
  expect(late).toMatchObject({ status: 400, code: 'invalid-input' })
  expect((await versions(god)).versions).toHaveLength(1)
})

test('of somebody removed an acceptance shows no address', async () => {
  const gone = await aUser(t.db, { tenant: kestrel, name: 'Former user' })
  await t.owner.query('update users set removed_at = now() where id = $1', [gone.id])
  await t.owner.query(
    `insert into terms_acceptances (tenant_id, user_id, terms_id, address)
     select $1, $2, id, '::1' from terms where version = 1`,
    [kestrel.id, gone.id],
  )
  const { rows } = await t.owner.query('select id from terms where version = 1')
  const list = async (name: string) => {
    const path = `/terms/versions/${rows[0].id}/acceptances?name=${name}`
    return termsEditing.acceptances.response.parse((await t.as(admin).get(path)).body).rows
  }
  expect(await list('former')).toMatchObject([{ user_id: gone.id, email: null }])
  expect(await list(encodeURIComponent(gone.email))).toEqual([])
  expect(
    (await t.as(admin).post(`/terms/versions/${rows[0].id}/acceptances/csv`)).text,
  ).not.toContain(gone.email)
  await t.owner.query('delete from terms_acceptances where user_id = $1', [gone.id])
})

test('only the draft that was read is published', async () => {
  await save(god)
  await save(colleague, { version: 1, text: 'Something else' })
  expect((await t.as(god).post('/terms/versions', { version: 1 })).status).toBe(409)
  expect((await versions(god)).versions).toHaveLength(1)
})

test('a version that must be accepted closes everything to those who have not, and counts who has', async () => {
  const { versions: all } = termsEditing.publish.response.parse((await publish()).body)
  expect(all).toMatchObject([
    { version: 2, status: 'in-force', what_changed: 'Kindness', accepted: 0 },
    { version: 1, status: 'earlier' },
  ])
  expect((await t.as(person).get('/overview')).code).toBe('terms-not-accepted')
  const current = terms.current.response.parse((await t.as(person).get('/terms')).body)
  await t.as(person).post('/terms/acceptance', { terms_id: current.id })
  await t.as(god).post('/terms/acceptance', { terms_id: current.id })
  expect((await versions(god)).versions[0]).toMatchObject({ accepted: 2 })
})

test('a version that need not be accepted again closes nothing', async () => {
  await publish({ must_accept: false })
  expect((await t.as(person).get('/overview')).status).toBe(200)
})

test('before its day a version binds nobody and nobody reads it', async () => {
  await publish({ effective_on: TOMORROW })
  expect((await versions(god)).versions[0]).toMatchObject({ version: 2, status: 'coming' })
  expect((await t.as(person).get('/overview')).status).toBe(200)
  expect((await t.as(person).get('/user')).body).toMatchObject({ user: { tc_accepted: true } })
  expect((await t.as(person).get('/terms')).body).toMatchObject({ version: 1 })
  expect((await t.at(kestrel.host).get('/terms/latest')).body).toMatchObject({ version: 1 })
  await t.owner.query(`update terms set effective_at = now() where version = 2`)
  expect((await t.as(person).get('/user')).body).toMatchObject({ user: { tc_accepted: false } })
  expect((await t.as(person).get('/overview')).code).toBe('terms-not-accepted')
})

test('an organisation adds its own text, which stands wherever its people read the terms', async () => {
  const answer = await t.as(admin).post('/terms/additions', { text: 'Our rules', version: 0 })
  expect(answer.body).toMatchObject({ additions: [{ version: 1, text: 'Our rules' }] })
  const addition = { addition: { version: 1, text: 'Our rules' } }
  expect((await t.as(person).get('/terms')).body).toMatchObject(addition)
  expect((await t.at(kestrel.host).get('/terms/latest')).body).toMatchObject(addition)
  expect((await t.as(god).get('/terms')).body).toMatchObject({ addition: null })
  await t.as(admin).post('/terms/additions', { text: '', version: 1 })
  expect((await t.as(person).get('/terms')).body).toMatchObject({ addition: null })
})

test('two admins who change the addition at once do not overwrite each other', async () => {
  const both = await Promise.all(
    ['One', 'Two'].map((text) => t.as(admin).post('/terms/additions', { text, version: 0 })),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('who has accepted is listed and found by name; an admin sees the own people only', async () => {
  const current = terms.current.response.parse((await t.as(person).get('/terms')).body)
  const path = `/terms/versions/${current.id}/acceptances`
  for (const who of [person, god])
    await t.as(who).post('/terms/acceptance', { terms_id: current.id })
  const list = async (who: TestUser, query = '') =>
    termsEditing.acceptances.response
      .parse((await t.as(who).get(path + query)).body)
      .rows.map(({ name }) => name)
  expect((await list(god)).sort()).toEqual(['Ada', 'Head of Digital'])
  expect(await list(god, '?name=digital')).toEqual(['Head of Digital'])
  expect(await list(admin)).toEqual(['Head of Digital'])
  const file = await t.as(admin).post(`${path}/csv`)
  expect(file.text.trim().split('\r\n')).toHaveLength(2)
})

test('what is done to the terms is recorded', async () => {
  await publish()
  const { rows } = await t.owner.query<{ action: string }>(
    `select action from audit_events where action like 'terms%' and actor_id = $1 order by id desc limit 2`,
    [god.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['terms.published', 'terms_draft.saved'])
})
