import type { SavedResponse } from 'contract/assessments'
import type { DraftElement, DraftStatement } from 'contract/draft'
import fc from 'fast-check'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { isRaised, stateOf } from 'rules/answer-state'
import { expect, test } from 'vitest'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { getRow } from '#features/content/drafts/drafts.queries.ts'
import { type TestUser, THIS_YEAR, aTenant, aUser, anAssessment } from '#testing/factories.ts'
import { publish } from '#testing/minor-change.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'
import { insertDraft } from '#features/content/sets/new-sets.queries.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })

const { head, elements } = draftOfFile(aTinySet(), {
  year_from: THIS_YEAR,
  year_to: null,
  offers_self_assessment: true,
  offers_certification: true,
})
const BASE: DraftElement[] = numbered(
  elements.map((element) => ({
    ...element,
    statements: [1, 2, 3].map((number) => aStatement(`${element.key}${number}`)),
  })),
)

/** How far a statement is answered; some answers are still to confirm. */
const someAnswers = fc.array(
  fc.record({
    how: fc.constantFrom('open', 'current', 'both', 'both', 'both', 'not applicable'),
    level: fc.nat(2),
    isToConfirm: fc.boolean(),
  }),
  { minLength: 9, maxLength: 9 },
)
type Answers = typeof someAnswers extends fc.Arbitrary<infer T> ? T : never

test('after a move every answer is kept, marked as to confirm, or recorded as removed', async () => {
  await fc.assert(
    fc.asyncProperty(someEdits, someAnswers, fc.boolean(), async (edits, answers, isSkipping) => {
      const user = await aUser(t.db, { tenant })
      const first = await anEdition(BASE)
      const assessment = await answerAll(user, first, answers)
      const before = await savedIn(assessment)
      const after = edited(BASE, edits)
      const second = isSkipping ? await anEdition(edited(BASE, edits.slice(0, 3)), first) : first
      const last = await anEdition(after, second)
      const answer = await t.as(user).post(`/assessments/${assessment}/edition`, {
        content_set_id: last,
      })
      expect(answer.status).toBe(200)
      await checkAnswers(assessment, before, after)
      await checkElements(assessment, before.completed, after)
    }),
    { numRuns: rounds(8, 400), endOnFailure: true },
  )
}, 240_000)

/** Publishes a set of these elements, as the next version of another if one is named. */
async function anEdition(elements: DraftElement[], after?: number): Promise<number> {
  const id = await insertDraft(t.db, t.scope(tenant.id), {
    head,
    elements,
    ...(after !== undefined && { follows: await getRow(t.db, t.scope(tenant.id), after) }),
  })
  expect((await publish(t, admin, id)).status).toBe(200)
  return id
}

/** The states that are answered. */
const STATES: Record<string, number[]> = { current: [1], both: [1, 2], 'not applicable': [1] }

type One = Answers[number] & { state: number; key: string; setId: number; userId: number }

async function answerOne(id: number, one: One) {
  const { how, level, isToConfirm, state, key, setId, userId } = one
  // The future is not below the current one.
  const chosen = `${key}.${state === 1 ? Math.min(level, 1) : Math.max(level, 1)}`
  const isNot = how === 'not applicable'
  await sql`insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, to_confirm, updated_by)
    select s.tenant_id, ${id}, s.id, ${state}, ${isNot ? null : sql`r.id`}, ${isNot ? 'Not here' : null}, ${isToConfirm}, ${userId}
    from statements s join statement_responses r on r.statement_id = s.id and r.key = ${chosen}
    where s.content_set_id = ${setId} and s.key = ${key}`.execute(t.db)
}

async function answerAll(user: TestUser, setId: number, answers: Answers): Promise<number> {
  const id = await anAssessment(t.db, { user, contentSetId: setId, answered: [] })
  const keys = BASE.flatMap((element) => element.statements.map(({ key }) => key))
  for (const [index, answer] of answers.entries())
    for (const state of STATES[answer.how] ?? []) {
      const key = keys[index] ?? ''
      await answerOne(id, { ...answer, state, key, setId, userId: user.id })
    }
  await sql`insert into element_completions (tenant_id, assessment_id, element_id)
    select tenant_id, ${id}, id from elements e where content_set_id = ${setId} and not exists (
      select from statements s where s.element_id = e.id and not exists (select from responses r
        where r.assessment_id = ${id} and r.statement_id = s.id and r.state = 1 and not r.to_confirm
          and (r.not_applicable_reason is not null or exists (select from responses f
            where f.assessment_id = ${id} and f.statement_id = s.id and f.state = 2))))`.execute(
    t.db,
  )
  return id
}

type Answer = {
  statement: string
  statement_id: number
  state: SavedResponse['state']
  response: string | null
  reason: string | null
  to_confirm: boolean
}

async function savedIn(id: number) {
  const { rows: answers } = await sql<Answer>`
    select s.key as statement, r.statement_id, r.state, v.key as response, r.not_applicable_reason as reason, r.to_confirm
    from responses r join assessments a on a.id = r.assessment_id
    join statements s on s.id = r.statement_id and s.content_set_id = a.content_set_id
    left join statement_responses v on v.id = r.statement_response_id
    where r.assessment_id = ${id} order by s.key, r.state`.execute(t.db)
  const { rows: completed } = await sql<{ key: string }>`
    select e.key from element_completions c join elements e on e.id = c.element_id where c.assessment_id = ${id}`.execute(
    t.db,
  )
  return { answers, completed: completed.map(({ key }) => key) }
}

async function checkAnswers(id: number, before: { answers: Answer[] }, after: DraftElement[]) {
  const now = new Map(after.flatMap(({ statements }) => statements.map((one) => [one.key, one])))
  const expected = before.answers.flatMap((answer) => {
    const statement = now.get(answer.statement)
    if (!statement || !fits(answer, statement)) return []
    return [{ ...answer, to_confirm: answer.to_confirm || isAnotherQuestion(statement) }]
  })
  const { answers } = await savedIn(id)
  const shown = ({ statement_id: _, ...answer }: Answer) => answer
  expect(answers.map(shown)).toEqual(raised(expected, now).map(shown))
  const { rows: all } = await sql<{ count: number }>`
    select count(*) from responses where assessment_id = ${id}`.execute(t.db)
  expect(all[0]?.count).toBe(answers.length)
  for (const gone of before.answers) {
    const statement = now.get(gone.statement)
    const { rows } = await sql`
      select from response_events where assessment_id = ${id} and statement_id = ${gone.statement_id} and state = ${gone.state}
        and (before_response_id is not null or before_reason is not null) and after_response_id is null and after_reason is null`.execute(
      t.db,
    )
    expect(rows).toHaveLength(statement && fits(gone, statement) ? 0 : 1)
  }
}

function fits({ response, reason }: Answer, statement: DraftStatement): boolean {
  if (reason !== null) return statement.allowsNotApplicable
  return statement.responses.some(({ key }) => key === response)
}

/** Whether the answer may no longer hold. */
function isAnotherQuestion(statement: DraftStatement): boolean {
  const was = BASE.flatMap(({ statements }) => statements).find(({ key }) => key === statement.key)
  const questionOf = ({ text, allowsNotApplicable, responses }: DraftStatement) => ({
    text,
    allowsNotApplicable,
    responses: new Map(responses.map(({ key, label, value }) => [key, { label, value }])),
  })
  return !was || !isDeepStrictEqual(questionOf(was), questionOf(statement))
}

/** A future response below the current one is raised to it. */
function raised(answers: Answer[], now: Map<string, DraftStatement>): Answer[] {
  return answers.map((answer) => {
    const current = answers.find(
      (one) => one.statement === answer.statement && one.state === 1 && one.response !== null,
    )
    if (answer.state !== 2 || !current) return answer
    const keys = now.get(answer.statement)?.responses.map(({ key }) => key) ?? []
    const [value, target] = [current, answer].map(({ response }) => keys.indexOf(response ?? ''))
    return isRaised(value, target)
      ? { ...answer, response: current.response, to_confirm: true }
      : answer
  })
}

function asRow({ response, reason: not_applicable_reason, state, to_confirm }: Answer) {
  const statement_response_id = response === null ? null : 1
  return { state, statement_response_id, not_applicable_reason, to_confirm }
}

/** A completed element stays so when all its statements are answered and none is to confirm. */
async function checkElements(id: number, before: string[], after: readonly DraftElement[]) {
  const { answers, completed } = await savedIn(id)
  const isAnswered = ({ key }: DraftStatement) => {
    const own = answers.filter(({ statement }) => statement === key)
    return stateOf(own.map(asRow)) === 'answered'
  }
  const kept = after
    .filter(({ key, statements }) => before.includes(key) && statements.every(isAnswered))
    .map(({ key }) => key)
  expect(completed.toSorted()).toEqual(kept.toSorted())
}

/** A change that an author could make to a set. */
type Edit = { kind: string; at: number; with: number }

function aStatement(key: string, responses = 3): DraftStatement {
  return {
    key,
    text: `Statement ${key}`,
    guidance: '',
    shortTitle: '',
    weight: 1,
    asksForEvidence: false,
    allowsNotApplicable: true,
    responses: Array.from({ length: responses }, (_, index) => aResponse(`${key}.${index}`)),
  }
}

function aResponse(key: string) {
  const texts = { label: `Response ${key}`, description: '', action: 'Do it.' }
  return { key, ...texts, value: 0, effort: null, benefit: null, asksForEvidence: false }
}

/** The set after these edits, with rising values and without empty elements. */
function edited(elements: readonly DraftElement[], edits: readonly Edit[]): DraftElement[] {
  const set = structuredClone([...elements])
  for (const [index, edit] of edits.entries()) applyTo(set, edit, `n${index}`)
  return numbered(set.filter(({ statements }) => statements.length > 0))
}

function numbered(elements: readonly DraftElement[]): DraftElement[] {
  return elements.map((element) => ({
    ...element,
    statements: element.statements.map((statement) => ({
      ...statement,
      responses: statement.responses.map((response, index) => ({ ...response, value: index + 1 })),
    })),
  }))
}

function applyTo(set: DraftElement[], { kind, at, with: other }: Edit, fresh: string) {
  const element = set[at % set.length]
  const statement = element?.statements[other % Math.max(element.statements.length, 1)]
  if (!element || !statement) return
  const total = set.reduce((sum, { statements }) => sum + statements.length, 0)
  if (/^remove (statement|element)$/.test(kind) && total - element.statements.length < 1) return
  CHANGES[kind]?.({ ...statement, set, element, statement, other, fresh })
}

type Target = DraftStatement & {
  set: DraftElement[]
  element: DraftElement
  statement: DraftStatement
  other: number
  fresh: string
}

const CHANGES: Record<string, (target: Target) => unknown> = {
  reword: ({ statement }) => (statement.text += ' indeed'),
  guidance: ({ statement }) => (statement.guidance += 'Think.'),
  weight: ({ statement }) => (statement.weight = 3),
  'not applicable': ({ statement }) =>
    (statement.allowsNotApplicable = !statement.allowsNotApplicable),
  relabel: ({ responses, other }) => {
    const response = responses[other % responses.length]
    if (response) response.label += ' more'
  },
  'swap responses': ({ responses }) => responses.reverse(),
  'remove response': ({ responses, other }) =>
    responses.length > 2 && responses.splice(other % responses.length, 1),
  'add response': ({ responses, fresh }) =>
    responses.length < 9 && responses.splice(1, 0, aResponse(fresh)),
  'remove statement': ({ element, statement }) => take(element, statement),
  'add statement': ({ element, fresh }) => element.statements.unshift(aStatement(fresh)),
  'move statement': ({ set, element, statement, other }) => {
    take(element, statement)
    set[other % set.length]?.statements.push(statement)
  },
  'remove element': ({ set, element }) => set.splice(set.indexOf(element), 1),
  required: ({ element }) => (element.required = !element.required),
}

const someEdits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...Object.keys(CHANGES)), at: fc.nat(50), with: fc.nat(50) }),
  { maxLength: 8 },
)

function take(element: DraftElement, statement: DraftStatement) {
  element.statements.splice(element.statements.indexOf(statement), 1)
}
