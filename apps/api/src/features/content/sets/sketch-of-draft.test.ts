import { compareEditions } from 'rules/compare-editions'
import { expect, test } from 'vitest'
import { demoSet } from '#demo/demo-set.ts'
import { draftElementOf } from '#features/content/draft-of-file.ts'
import { sketchOf } from '#features/content/editions/show-history.ts'

const NOTHING = { added: [], changed: [], removed: [], moved: [] }

function drafted() {
  return demoSet().elements.map((element, id) => ({ id, element: draftElementOf(element) }))
}

test('an unchanged draft is equal to its edition', () => {
  expect(compareEditions(demoSet(), sketchOf({ elements: drafted() }))).toEqual(NOTHING)
})

test('an incomplete draft is compared', () => {
  const [first, ...others] = drafted()
  const [statement, ...rest] = first?.element.statements ?? []
  if (!first || !statement) throw new Error('The demo has statements.')
  const emptied = { ...statement, text: '', weight: null }
  const element = { ...first.element, statements: [emptied, ...rest] }
  const { changed } = compareEditions(
    demoSet(),
    sketchOf({ elements: [{ ...first, element }, ...others] }),
  )
  expect(changed).toMatchObject([
    { key: statement.key, fields: [{ field: 'text', before: statement.text, after: '' }] },
  ])
})
