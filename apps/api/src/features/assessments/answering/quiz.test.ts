import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let anna: Respondent
let id: number
let elementId: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  anna = aRespondent(t, await aUser(t.db, { tenant }))
  await aContentSet(t.db, { tenant, file: aTinySet() })
  id = await anna.open()
  const [element] = (await anna.overview()).elements
  elementId = element?.id ?? 0
  // From here on the edition is known, and one call of the database does.
  await anna.quiz(id, elementId)
})
afterAll(() => t.close())

const page = () => `/assessments/${id}/elements/${elementId}`
const ask = (caller: Respondent['caller']) => caller.get(page())

test('an element shows what was saved last', async () => {
  const [first] = (await anna.quiz(id, elementId)).statements
  if (!first) throw new Error('The element has statements.')
  await anna.save(id, choice(first, 1, 2))
  const quiz = await anna.quiz(id, elementId)
  expect(quiz.responses).toMatchObject([{ statement_id: first.id, state: 1, version: 1 }])
  expect(quiz.assessment).toMatchObject({ id })
})

test("nobody else's page is there: a colleague, an admin, another organisation", async () => {
  const colleague = await aUser(t.db, { tenant })
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const stranger = await aUser(t.db, { tenant: await aTenant(t.db) })
  for (const other of [colleague, admin, stranger])
    expect((await ask(t.as(other))).status).toBe(404)
  expect((await ask(anna.caller)).status).toBe(200)
})

test.each([
  ['session has ended', 'update sessions set revoked_at = now() where tenant_id = $1', 401],
  ['account is not active', 'update users set is_active = false where tenant_id = $1', 401],
  [
    'organisation now asks for two steps',
    'update tenants set is_mfa_required = true where id = $1',
    403,
  ],
])('whose %s gets nothing of it', async (_, change, status) => {
  await t.owner.query(change, [tenant.id])
  expect((await ask(anna.caller)).status).toBe(status)
})

test('whose terms are to be accepted anew gets nothing of it', async () => {
  await t.owner.query(`insert into terms (version, text) values (2, 'New ones')`)
  expect((await ask(anna.caller)).status).toBe(403)
})
