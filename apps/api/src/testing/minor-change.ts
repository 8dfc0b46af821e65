import { contentSets } from 'contract/content-sets'
import { editions } from 'contract/editions'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Publishes the next version of an edition in which a word differs, as a minor change; answers its id. */
export async function aMinorChange(t: TestApp, by: TestUser, edition: number): Promise<number> {
  const caller = t.as(by)
  const made = await caller.post(`/content-sets/${edition}/versions`)
  const { id } = editions.newVersion.response.parse(made.body)
  const [place] = contentSets.get.response.parse(
    (await caller.get(`/content-sets/${id}`)).body,
  ).outline
  const { element, version } = contentSets.element.response.parse(
    (await caller.get(`/content-sets/${id}/elements/${place?.id}`)).body,
  )
  for (const statement of element.statements) statement.guidance = `Think of version ${id}.`
  await caller.put(`/content-sets/${id}/draft`, {
    elements: [{ id: place?.id, version, element }],
  })
  const impact = await caller.get(`/content-sets/${id}/impact`)
  const { head_version } = editions.impact.response.parse(impact.body)
  const body = { head_version, what_changed: 'Better words.', is_minor: true }
  const published = await caller.post(`/content-sets/${id}/publication`, body)
  if (published.status !== 200) throw new Error(`Not published: ${published.status}`)
  return id
}
