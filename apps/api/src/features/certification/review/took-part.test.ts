import { randomUUID } from 'node:crypto'
import { reviews as contract } from 'contract/reviews'
import { beforeEach, expect, test } from 'vitest'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import { type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })

let year = 2000
let owner: TestUser
let them: TestUser
let auditor: TestUser
let assessment: number
let review: number
let statement: { id: number; element_id: number }

/** A submitted assessment of the organisation, and a colleague of its owner who is an auditor with another account. */
beforeEach(async () => {
  owner = await aUser(t.db, { tenant: acme, name: 'Ann Owner' })
  auditor = await anAuditor(t.db, acme)
  them = await aUser(t.db, { tenant: acme, email: `They.${auditor.email}` })
  await t.sql`update users set email = ${`they.${auditor.email}`} where id = ${auditor.id}`
  const made = await aSubmission(t.db, { user: owner, contentSetId })
  assessment = made.assessment
  review = made.review
  year += 1
  await t.sql`update assessments set user_id = null, year = ${year}, owner_id = ${owner.id}, status = 'completed',
    family_id = (select family_id from content_sets where id = ${contentSetId}) where id = ${assessment}`
  const [first] = await t.sql<{ id: number; element_id: number }>`
    select id, element_id from statements where content_set_id = ${contentSetId} order by id limit 1`
  if (!first) throw new Error('The set has no statements.')
  statement = first
})

const call = async (path: string, body: object, method: 'post' | 'put' = 'put') => {
  const answer = await t.as(owner)[method](`/assessments/${assessment}/${path}`, body)
  expect(answer.status).toBe(200)
}
const leave = async () => {
  const gone = await t.as(owner).delete(`/assessments/${assessment}/members/${them.id}`)
  expect(gone.status).toBe(200)
}
/** Of an element that the owner has opened again. */
const answer = async () => {
  await t.sql`delete from element_completions where assessment_id = ${assessment}`
  const change = { key: randomUUID(), state: 2, statement_response_id: null, version: 1 }
  const body = { statement_id: statement.id, ...change }
  expect((await t.as(them).put(`/assessments/${assessment}/responses`, body)).status).toBe(200)
}
const ask = async () => {
  const question = { key: randomUUID(), text: 'Since when?', user_id: them.id }
  await call('comments', { statement_id: statement.id, ...question }, 'post')
}

/** Each way to take part. Who left has taken part as well. */
const WAYS: Record<string, () => Promise<void>> = {
  owns: () => call('owner', { user_id: them.id }),
  owned: async () => {
    await call('owner', { user_id: them.id })
    const back = { user_id: owner.id }
    expect((await t.as(them).put(`/assessments/${assessment}/owner`, back)).status).toBe(200)
    await leave()
  },
  'is a member of': () => call(`members/${them.id}`, { role: 'viewer' }),
  'was a member of': async () => {
    await call(`members/${them.id}`, { role: 'viewer' })
    await leave()
  },
  'was asked about': async () => {
    await ask()
    await leave()
  },
  'answered a question in': async () => {
    await ask()
    await answer()
    await leave()
  },
  'answered an element of': async () => {
    const element_ids = [statement.element_id]
    await call('assignments', { element_ids, user_id: them.id, due_on: null })
    await answer()
    await leave()
  },
}

test.each(Object.keys(WAYS))('no one reviews what they %s', async (way) => {
  await WAYS[way]?.()
  await t.sql`update assessments set status = 'in_review' where id = ${assessment}`
  const { body } = await t.as(auditor).get(`/reviews/${review}`)
  expect(contract.get.response.parse(body).is_own).toBe(true)
  const refused = await t.as(auditor).post(`/reviews/${review}/start`)
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining('You took part in this assessment'),
  ])
  const other = await anAuditor(t.db, acme)
  expect((await t.as(other).post(`/reviews/${review}/start`)).status).toBe(200)
})

test('what people of an assessment said to each other is in no answer to its auditor', async () => {
  await ask()
  await t.sql`update comments set text = 'A canary' where assessment_id = ${assessment}`
  await t.sql`update assessments set status = 'in_review' where id = ${assessment}`
  const reviewer = await anAuditor(t.db, acme)
  for (const path of [`/reviews/${review}`, '/reviews', '/shared-assessments'])
    expect((await t.as(reviewer).get(path)).text).not.toContain('canary')
  expect((await t.as(reviewer).get(`/assessments/${assessment}/comments`)).status).toBe(403)
  const reports = await t.sql<{ snapshot: string }>`select snapshot from reports`
  expect(reports.map(({ snapshot }) => snapshot).join('')).not.toContain('canary')
})
