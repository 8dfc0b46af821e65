import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import {
  type TestTenant,
  aContentSet,
  aSharedAssessment,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { aLadder } from '#testing/ladder.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let ann: Respondent
let ben: Respondent
let id = 0
let a = 0

let tenant: TestTenant
let contentSetId = 0

/** A1 is of level Basic, A2 of Advanced. Ann owns the assessment. Ben answers A. */
beforeEach(async () => {
  tenant = await aTenant(t.db)
  contentSetId = await aContentSet(t.db, { tenant, file: aLadder() })
  const owner = await aUser(t.db, { tenant, name: 'Ann' })
  const contributor = await aUser(t.db, { tenant, name: 'Ben' })
  id = await aSharedAssessment(t.db, { owner, contentSetId, contributors: [contributor] })
  ann = aRespondent(t, owner)
  ben = aRespondent(t, contributor)
  a = (await ann.overview()).elements[0]?.id ?? 0
  const assigned = { user_id: contributor.id, due_on: null, element_ids: [a] }
  await ann.caller.put(`/assessments/${id}/assignments`, assigned)
})

const change = (level: string | null, profiles: string[] | null = null) =>
  ann.caller.put(`/assessments/${id}/scope`, { level, profiles })
const seen = async () => {
  const { assessment, elements } = await ann.overview()
  return [assessment?.status, ...elements.map((one) => `${one.key} ${one.is_complete}`)]
}
const quiz = async () => {
  const { statements, responses, notes } = await ann.quiz(id, a)
  const [first, second] = statements
  if (!first || !second) throw new Error('Both statements are asked.')
  return { first, second, responses, notes }
}
const COMPLETED = ['completed', 'A true', 'C false']
const note = (by: Respondent, statement_id: number, version = 0) =>
  by.caller.put(`/assessments/${id}/notes`, {
    key: randomUUID(),
    statement_id,
    note: 'In the binder',
    version,
  })
const attach = (by: Respondent, statement: number) =>
  upload(by, id, statement, { name: 'minutes.txt', bytes: Buffer.from('Hello') })
const late = {
  answer: async (by: Respondent, { id: statement }: { id: number }) => {
    const { second, responses } = await quiz()
    const saved = responses.find((one) => one.statement_id === statement && one.state === 1)
    return () => by.save(id, choice(second, 1, 2, saved?.version))
  },
  note:
    async (by: Respondent, { id: statement }: { id: number }) =>
    () =>
      note(by, statement),
  file:
    async (by: Respondent, { id: statement }: { id: number }) =>
    () =>
      attach(by, statement),
}

test('a late answer to what isn’t asked any more is kept and reopens nothing', async () => {
  const { second } = await quiz()
  await change('basic')
  await ann.finish(id, a)
  expect(await seen()).toEqual(COMPLETED)
  const { statement_id, ...now } = choice(second, 1, 2)
  const { statement_id: _, ...then } = choice(second, 2, 3)
  const choices = [now, then]
  const saved = await ann.caller.put(`/assessments/${id}/answers`, { statement_id, choices })
  expect(saved).toMatchObject({ status: 200, body: { element: { answered: 1 } } })
  expect(await seen()).toEqual(COMPLETED)
  await change(null)
  expect((await quiz()).responses.filter((each) => each.statement_id === second.id)).toHaveLength(2)
  expect((await ann.overview()).elements[0]).toMatchObject({ answered: 2, is_complete: false })
})

test('a late answer to what is asked reopens its element', async () => {
  await change('basic')
  await ann.finish(id, a)
  const { statements, responses } = await ann.quiz(id, a)
  const [only] = statements
  const before = responses.find(({ state }) => state === 1)
  if (!only) throw new Error('A1 is asked.')
  expect((await ann.save(id, choice(only, 1, 2, before?.version))).status).toBe(200)
  expect(await seen()).toEqual(['in_progress', 'A false', 'C false'])
})

test('a contributor’s late answer to what isn’t asked is kept although the owner has completed the element', async () => {
  const { first, second } = await quiz()
  await change('basic')
  await ann.finish(id, a)
  expect((await ben.save(id, choice(second, 1, 2))).status).toBe(200)
  const before = (await ann.quiz(id, a)).responses.find(({ state }) => state === 1)
  expect(await ben.save(id, choice(first, 1, 3, before?.version))).toMatchObject({ status: 409 })
  expect(await seen()).toEqual(COMPLETED)
})

test('late notes and files of what isn’t asked reopen nothing either', async () => {
  const { first, second } = await quiz()
  await change('basic')
  await ann.finish(id, a)
  expect((await note(ben, second.id)).status).toBe(200)
  const { status, body } = await attach(ben, second.id)
  expect(status).toBe(200)
  expect((await ben.caller.delete(`/attachments/${(body as { id: number }).id}`)).status).toBe(204)
  expect(await seen()).toEqual(COMPLETED)
  expect((await note(ben, first.id)).status).toBe(409)
  expect((await note(ann, first.id)).status).toBe(200)
  expect(await seen()).toEqual(['in_progress', 'A false', 'C false'])
})

test('a late answer to a profile that isn’t chosen is kept and reopens nothing', async () => {
  const c = (await ann.overview()).elements.find(({ key }) => key === 'C')?.id ?? 0
  const [large, small] = (await ann.quiz(id, c)).statements
  if (!large || !small) throw new Error('Both statements are asked.')
  await change('basic', ['large'])
  for (const element of [a, c]) await ann.finish(id, element)
  expect((await ann.save(id, choice(small, 1, 2))).status).toBe(200)
  expect(await seen()).toEqual(['completed', 'A true', 'C true'])
  const before = (await ann.quiz(id, c)).responses.find(({ state }) => state === 1)
  expect((await ann.save(id, choice(large, 1, 2, before?.version))).status).toBe(200)
  expect(await seen()).toEqual(['in_progress', 'A true', 'C false'])
})

const KINDS = ['answer', 'note', 'file'] as const

test.each(KINDS)('the owner completes an element again if a late %s comes back', async (kind) => {
  const { second } = await quiz()
  for (const { id: element } of (await ann.overview()).elements) await ann.finish(id, element)
  const whole = await seen()
  const save = await late[kind](ben, second)
  await change('basic')
  await change(null)
  // Nothing has changed.
  expect(await seen()).toEqual(whole)
  await change('basic')
  expect((await save()).status).toBe(200)
  expect((await seen())[0]).toBe('completed')
  await change(null)
  expect(await seen()).toEqual(['in_progress', 'A false', 'B true', 'C true'])
})

test('an edition without levels brings a late answer back as well', async () => {
  const { second } = await quiz()
  for (const { id: element } of (await ann.overview()).elements) await ann.finish(id, element)
  const save = await late.answer(ben, second)
  await change('basic')
  expect((await save()).status).toBe(200)
  const next = await aContentSet(t.db, { tenant, file: aTinySet(), after: contentSetId })
  const accepted = await ann.caller.post(`/assessments/${id}/edition`, { content_set_id: next })
  expect(accepted.status).toBe(200)
  expect(await seen()).toEqual(['in_progress', 'A false', 'B true', 'C true'])
})

test.each(KINDS)('a late %s starts an assessment without answers', async (kind) => {
  const { second } = await quiz()
  const save = await late[kind](ben, second)
  await change('basic')
  expect((await save()).status).toBe(200)
  expect(await seen()).toEqual(['in_progress', 'A false', 'C false'])
})
