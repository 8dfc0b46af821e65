import { randomUUID } from 'node:crypto'
import type { ResponseChange } from 'contract/answers'
import { type Quiz, assessments } from 'contract/assessments'
import { ContentSetFile } from 'contract/content-format'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
} from './factories.ts'
import type { TestApp } from './test-app.ts'

export type Respondent = ReturnType<typeof aRespondent>

/** A respondent who makes the same calls as the screens. */
export function aRespondent(t: Pick<TestApp, 'as'>, user: TestUser) {
  const caller = t.as(user)
  const quizOf = async (id: number, elementId: number) =>
    assessments.quiz.response.parse(
      (await caller.get(`/assessments/${id}/elements/${elementId}`)).body,
    )
  return {
    caller,
    overview: async (query: Record<string, string> = {}) =>
      assessments.overview.response.parse((await caller.get('/overview', { query })).body),
    open: async (year = THIS_YEAR, set?: number) => {
      const body = { year, type: 'self_assessment', set }
      return assessments.open.response.parse((await caller.post('/assessments', body)).body).id
    },
    quiz: quizOf,
    save: (id: number, change: object) => caller.put(`/assessments/${id}/responses`, change),
    complete: (id: number, elementId: number) =>
      caller.post(`/assessments/${id}/elements/${elementId}/completion`),
    /** Answers every statement of an element with these levels, from 1, and completes it. */
    finish: async (id: number, elementId: number, current = 1, future = 2) => {
      const quiz = await quizOf(id, elementId)
      for (const statement of quiz.statements) {
        for (const state of [1, 2] as const) {
          const saved = quiz.responses.find(
            (one) => one.statement_id === statement.id && one.state === state,
          )
          const body = choice(statement, state, state === 1 ? current : future, saved?.version)
          await caller.put(`/assessments/${id}/responses`, body)
        }
      }
      return await caller.post(`/assessments/${id}/elements/${elementId}/completion`)
    },
  }
}

/** A respondent of a new organisation who has opened a self-assessment of the tiny set. */
export async function anOpenAssessment(t: Pick<TestApp, 'as' | 'db'>, file = aTinySet()) {
  const tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file })
  return { tenant, contentSetId, ...(await anotherAssessment(t, tenant)) }
}

/** Another respondent with an open self-assessment, and its first element. */
export async function anotherAssessment(t: Pick<TestApp, 'as' | 'db'>, tenant: TestTenant) {
  const user = await aUser(t.db, { tenant, name: 'Anna' })
  const anna = aRespondent(t, user)
  const id = await anna.open()
  const [a = 0, b = 0, c = 0] = (await anna.overview()).elements.map((element) => element.id)
  const [first, second] = (await anna.quiz(id, a)).statements
  if (!first || !second) throw new Error('The element has two statements.')
  return { user, anna, id, a, b, c, first, second }
}

/** A new choice of a statement's response by its level, from 1. */
export function choice(
  statement: Quiz['statements'][number],
  state: 1 | 2,
  level: number,
  version = 0,
): ResponseChange {
  return {
    key: randomUUID(),
    statement_id: statement.id,
    state,
    statement_response_id: statement.statement_responses[level - 1]?.id ?? null,
    not_applicable_reason: null,
    version,
  }
}

/** Three elements of two statements with three responses; the second statements may not apply, the last element is optional. */
export function aTinySet(): ContentSetFile {
  return ContentSetFile.parse({
    format: 'content-set/1',
    title: 'Tiny',
    elements: ['A', 'B', 'C'].map((key) => ({
      key,
      title: `Element ${key}`,
      required: key !== 'C',
      statements: [1, 2].map((number) => ({
        key: `${key}${number}`,
        text: `Statement ${key}${number}`,
        allowsNotApplicable: number === 2,
        responses: ['Low', 'Middle', 'High'].map((label, index) => ({
          key: `${key}${number}-${index + 1}`,
          label,
          value: index * 5,
          ...(index > 0 && { action: `Do ${label}`, effort: index, benefit: index }),
        })),
      })),
    })),
  })
}
