import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aUser,
} from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Ann's shared assessment of three elements. Ann may not invite; the admin Ada may. */
export async function aTeamIn(t: TestApp, tenant: TestTenant) {
  await t.owner.query('delete from rate_limits')
  const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(3) })
  const user = async (name: string, roles: ('admin' | 'user' | 'auditor')[] = ['user']) =>
    await aUser(t.db, { tenant, name, roles })
  const ann = await user('Ann Owner')
  const ada = await user('Ada Admin', ['admin'])
  const id = await aSharedAssessment(t.db, { owner: ann, contentSetId })
  const rows = await t.sql<{ id: number }>`
    select id from elements where content_set_id = ${contentSetId} order by position`
  const elements = rows.map((row) => row.id)
  const assign = async (who: TestUser, email: string, body: object = {}) =>
    await t.as(who).put(`/assessments/${id}/assignments`, {
      element_ids: elements.slice(0, 2),
      user_id: null,
      due_on: null,
      email,
      ...body,
    })
  const people = async (who: TestUser = ann) =>
    (await t.as(who).get(`/assessments/${id}/people`)).body
  /** Who answers each element, or for whom it waits. */
  const answerers = async () => {
    const { shared } = (await t.as(ann).get('/overview')).body as {
      shared: {
        assignments: { element_id: number; person: { name: string } | null; awaited: string }[]
      }
    }
    return elements.map((element) => {
      const found = shared.assignments.find(({ element_id }) => element_id === element)
      return found ? (found.awaited ?? found.person?.name ?? null) : 'owner'
    })
  }
  return { tenant, id, elements, ann, ada, user, assign, people, answerers }
}

/** Oldest first. */
export async function mailsOf(t: TestApp, email: string) {
  return await t.sql<{ subject: string; text: string }>`
    select subject, text from mails where recipient = ${email} order by id`
}
