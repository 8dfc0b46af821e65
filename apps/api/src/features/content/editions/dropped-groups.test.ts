import { contentSets } from 'contract/content-sets'
import { expect, test } from 'vitest'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aLadder } from '#testing/ladder.ts'
import { aNextDraft, impactOf, publish } from '#testing/minor-change.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })
const call = () => t.as(admin)

async function aDraft(file = aLadder()) {
  const draft = await aNextDraft(t, admin, await aContentSet(t.db, { tenant, file }))
  const { body } = await call().get(`/content-sets/${draft}`)
  return { draft, ...contentSets.get.response.parse(body) }
}

async function save(draft: number, body: object) {
  expect((await call().put(`/content-sets/${draft}/draft`, body)).status).toBe(200)
}

test('another level of a statement and a dropped group are counted, and are never a minor change', async () => {
  const { draft, head, head_version: version, outline } = await aDraft()
  const groups = head.groups?.filter(({ key }) => key !== 'people')
  await save(draft, { head: { version, head: { ...head, groups } } })
  const id = outline[0]?.id
  const stored = await call().get(`/content-sets/${draft}/elements/${id}`)
  const { element, ...saved } = contentSets.element.response.parse(stored.body)
  for (const statement of element.statements) statement.groups = ['basic']
  await save(draft, { elements: [{ id, version: saved.version, element }] })
  expect(await impactOf(t, admin, draft)).toMatchObject({
    changes: {
      changed: [
        { key: 'A1', fields: [{ field: 'groups', before: 'Basic, About people', after: 'Basic' }] },
        { key: 'A2', fields: [{ field: 'groups', before: 'Advanced', after: 'Basic' }] },
      ],
    },
    other_changes: ['groups'],
    may_be_minor: false,
  })
  expect((await publish(t, admin, draft, { is_minor: true })).body).toMatchObject({
    fields: { is_minor: expect.any(String) },
  })
})

test('a profile that no statement names is dropped by no minor change either', async () => {
  const file = aLadder()
  const unnamed = { key: 'early', label: 'Early', kind: 'profile' as const }
  const {
    draft,
    head,
    head_version: version,
  } = await aDraft({
    ...file,
    title: 'Early',
    groups: [unnamed, ...(file.groups ?? [])],
  })
  const groups = head.groups?.filter(({ key }) => key !== 'early')
  await save(draft, { head: { version, head: { ...head, groups } } })
  expect(await impactOf(t, admin, draft)).toMatchObject({
    changes: { added: [], changed: [], removed: [], moved: [] },
    other_changes: ['groups'],
    may_be_minor: false,
  })
})
