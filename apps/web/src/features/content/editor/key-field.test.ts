import type { ContentSetDetails } from 'contract/content-sets'
import { expect, test } from 'vitest'
import { renamedStatement } from '#features/content/saving/draft-edits.ts'
import { emptyElement, emptyStatement } from '#features/content/saving/new-parts.ts'
import { unsaved } from '#features/content/saving/draft-saving.ts'
import { applied, startDraft, undone, withStored } from '#features/content/saving/draft-state.ts'
import { keyFault } from './key-field.tsx'

function aDraft() {
  const elements = ['GV', 'SU'].map((key, index) => {
    const statements = ['1', '2'].map((number) => ({
      ...emptyStatement(['Low', 'High']),
      key: `${key}-${number}`,
    }))
    return { id: 11 + index, version: 1, element: { ...emptyElement(key), key, statements } }
  })
  const details = {
    head: { title: 'Set', scale: [], certificationBands: [] },
    head_version: 1,
    outline: elements.map(({ id, element }) => ({ id, quiz_id: id, version: 1, ...element })),
  } as unknown as ContentSetDetails
  // The second element isn't open.
  return elements.slice(0, 1).reduce(withStored, startDraft(details))
}

const ELEMENT = { elementId: 11, statement: null, response: null }
const STATEMENT = { ...ELEMENT, statement: 'GV-1' }

test('a key that is already used or too long is refused with the reason', () => {
  const state = aDraft()
  expect(keyFault(state, ELEMENT, 'SU')).toBe('Element 2 already has this key. Use another key.')
  expect(keyFault(state, STATEMENT, 'SU-2')).toBe(
    'Statement 2.2 already has this key. Use another key.',
  )
  expect(keyFault(state, STATEMENT, 'x'.repeat(201))).toBe(
    'This key has 201 characters. Use at most 200.',
  )
  expect(keyFault(state, STATEMENT, 'x'.repeat(200))).toBeUndefined()
  // Keys of elements and of statements are apart.
  expect(keyFault(state, STATEMENT, 'SU')).toBeUndefined()
  expect(keyFault(state, STATEMENT, 'GV-1')).toBeUndefined()
})

test('changing a statement’s key keeps its other fields, is saved and can be undone', () => {
  const before = aDraft()
  const state = applied(before, { ...renamedStatement(before, STATEMENT, 'GV-01'), at: 0 })
  const keys = unsaved(state)?.elements?.[0]?.element?.statements.map(({ key }) => key)
  expect(keys).toEqual(['GV-01', 'GV-2'])
  expect(unsaved(undone(state))).toBeNull()
})
