import { contentSets } from 'contract/content-sets'
import type { DraftElement } from 'contract/draft'
import { editions } from 'contract/editions'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

type Server = Pick<TestApp, 'as'>

/** Publishes the next version of an edition. `change` returns the new content of an element, or null to remove it. */
export async function aNextEdition(
  t: Server,
  by: TestUser,
  edition: number,
  change: (element: DraftElement, index: number) => DraftElement | null,
  publication: object = {},
): Promise<number> {
  const id = await aNextDraft(t, by, edition)
  const caller = t.as(by)
  const details = await caller.get(`/content-sets/${id}`)
  for (const [index, entry] of contentSets.get.response.parse(details.body).outline.entries()) {
    const read = await caller.get(`/content-sets/${id}/elements/${entry.id}`)
    const { element, version } = contentSets.element.response.parse(read.body)
    const elements = [{ id: entry.id, version, element: change(element, index) }]
    await caller.put(`/content-sets/${id}/draft`, { elements })
  }
  const published = await publish(t, by, id, publication)
  if (published.status !== 200) throw new Error(`Not published: ${published.text}`)
  return id
}

/** Publishes the next version of an edition with other wording, as a minor change. */
export async function aMinorChange(t: Server, by: TestUser, edition: number): Promise<number> {
  const guidance = `Think of what followed ${edition}.`
  const reword = (element: DraftElement) => ({
    ...element,
    statements: element.statements.map((statement) => ({ ...statement, guidance })),
  })
  return await aNextEdition(t, by, edition, reword, { is_minor: true })
}

export async function aNextDraft(t: Server, by: TestUser, edition: number): Promise<number> {
  const { body } = await t.as(by).post(`/content-sets/${edition}/versions`)
  return editions.newVersion.response.parse(body).id
}

export async function impactOf(t: Server, by: TestUser, id: number) {
  return editions.impact.response.parse((await t.as(by).get(`/content-sets/${id}/impact`)).body)
}

/** Publishes a draft as its author last saw it. */
export async function publish(t: Server, by: TestUser, id: number, body: object = {}) {
  const { head_version } = await impactOf(t, by, id)
  const publication = { head_version, what_changed: 'Other words.', is_minor: false, ...body }
  return await t.as(by).post(`/content-sets/${id}/publication`, publication)
}
