import { randomUUID } from 'node:crypto'
import { type Quiz, assessments } from 'contract/assessments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { moveRunning } from './move-running.ts'
import { upload } from '#testing/attached.ts'
import { type TestTenant, type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aMinorChange } from '#testing/minor-change.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let admin: TestUser
let anna: Respondent
let first: number
let id: number
/** The first element as it was shown before its edition was left. */
let page: Quiz
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
  anna = aRespondent(t, await aUser(t.db, { tenant }))
  first = await aContentSet(t.db, { tenant, file: aTinySet() })
  id = await anna.open()
  const [element] = (await anna.overview()).elements
  page = await anna.quiz(id, element?.id ?? 0)
})
afterAll(() => t.close())

const saved = (body: unknown) => assessments.save.response.parse(body).responses
const statement = (index: 0 | 1) => page.statements[index] as Quiz['statements'][number]

/** A minor change, to which everybody has been moved. */
async function aBetterWording(of = first) {
  const next = await aMinorChange(t, admin, of)
  const job = { tenantId: tenant.id, id: next }
  await moveRunning(t.app, job, { number: 1, isLast: false })
  return next
}

/** What the same page shows when it is read anew. */
const anew = () => anna.quiz(id, page.element.id)

test('a page of the edition before goes on saving, and is answered in its own terms', async () => {
  await anna.save(id, choice(statement(0), 1, 1))
  await aBetterWording(await aBetterWording())
  const changed = await anna.save(id, choice(statement(0), 1, 2, 1))
  expect(changed).toMatchObject({ status: 200 })
  const mine = choice(statement(0), 1, 2)
  expect(saved(changed.body)).toMatchObject([
    { statement_id: mine.statement_id, statement_response_id: mine.statement_response_id },
  ])
  const now = await anew()
  expect(now.element).toMatchObject({ title: page.element.title })
  expect(now.element.id).not.toBe(page.element.id)
  expect(now.responses).toMatchObject([
    { statement_id: now.statements[0]?.id, version: 2, to_confirm: false },
  ])
  // So the page can tell that it is out of date.
  expect(saved(changed.body)[0]?.statement_set_id).toBe(now.id)
  expect((await anna.save(id, choice(statement(0), 1, 3, 2))).status).toBe(200)
})

test('a choice that was saved before the move and is sent again has no second effect', async () => {
  const before = choice(statement(0), 1, 2)
  await anna.save(id, before)
  await aBetterWording()
  const after = choice(statement(0), 2, 3)
  for (const change of [before, after, after])
    expect((await anna.save(id, change)).status).toBe(200)
  expect((await anew()).responses).toMatchObject([{ version: 1 }, { version: 1 }])
})

test('who answered elsewhere meanwhile is told so in the terms of the page', async () => {
  await aBetterWording()
  const now = (await anew()).statements[0] as Quiz['statements'][number]
  await anna.save(id, choice(now, 1, 3))
  const refused = await anna.save(id, choice(statement(0), 1, 1))
  const theirs = choice(statement(0), 1, 3)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      details: {
        responses: [
          {
            statement_id: theirs.statement_id,
            statement_response_id: theirs.statement_response_id,
          },
        ],
      },
    },
  })
})

test('notes, files and completed elements of such a page are kept as well', async () => {
  await aBetterWording()
  const note = { key: randomUUID(), statement_id: statement(0).id, note: 'Agreed.', version: 0 }
  const kept = await anna.caller.put(`/assessments/${id}/notes`, note)
  expect(kept.body).toMatchObject({ statement_id: statement(0).id, note: 'Agreed.', version: 1 })
  const file = { name: 'proof.txt', bytes: Buffer.from('Hello') }
  expect((await upload(anna, id, statement(1).id, file)).status).toBe(200)
  for (const one of page.statements) {
    await anna.save(id, choice(one, 1, 1))
    await anna.save(id, choice(one, 2, 2))
  }
  const now = await anew()
  expect(now).toMatchObject({
    notes: [{ statement_id: now.statements[0]?.id, note: 'Agreed.' }],
    attachments: [{ statement_id: now.statements[1]?.id, name: 'proof.txt' }],
  })
  expect((await anna.complete(id, page.element.id)).status).toBe(200)
  expect((await anna.overview()).elements[0]).toMatchObject({ is_complete: true })
})

test('nobody else follows, nor does what never belonged to the set', async () => {
  await aBetterWording()
  const stranger = aRespondent(t, await aUser(t.db, { tenant }))
  expect((await stranger.save(id, choice(statement(0), 1, 1))).status).toBe(404)
  await aContentSet(t.db, { tenant, file: { ...aTinySet(), title: 'Another' } })
  const other = await t.owner.query<{ id: number }>(
    `select s.id from statements s join content_sets c on c.id = s.content_set_id where c.tenant_id = $1 and c.title = 'Another'`,
    [tenant.id],
  )
  const foreign = { ...choice(statement(0), 1, 1), statement_id: Number(other.rows[0]?.id) }
  expect((await anna.save(id, foreign)).status).toBe(404)
})
