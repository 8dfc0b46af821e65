import { expect, test } from 'vitest'
import { addressOf, viewAt, viewOf, type View } from './use-view.ts'

const VIEWS: View[] = [
  { kind: 'set' },
  { kind: 'set-report' },
  { kind: 'add-element' },
  { kind: 'element', elementId: 12 },
  { kind: 'element-report', elementId: 12 },
  { kind: 'create-quiz', elementId: 12 },
  { kind: 'statement', elementId: 12, statement: 'QV' },
  { kind: 'statement', elementId: 12, statement: null },
]

test('every view has an address that opens it again', () => {
  for (const view of VIEWS) {
    const { search, hash } = addressOf(view)
    expect(viewOf(search, hash)).toEqual(view)
  }
})

test('an address without a part opens the set', () => {
  expect(viewOf({ action: 'edit-quiz' }, '')).toEqual({ kind: 'set' })
  expect(viewOf({ action: 'edit-element' }, '')).toEqual({ kind: 'set' })
  expect(viewOf({ elementId: 12 }, 'QV')).toEqual({ kind: 'set' })
})

test('the field of a fault opens its editor', () => {
  const place = { elementId: 12, statement: null, response: null }
  expect(viewAt(place, 'title')).toMatchObject({ kind: 'element' })
  expect(viewAt(place, 'reportBands.1.to')).toMatchObject({ kind: 'element-report' })
  expect(viewAt({ ...place, statement: 'QV' }, 'text')).toMatchObject({ kind: 'statement' })
  expect(viewAt({ ...place, elementId: null }, 'certificationBands.0.label')).toMatchObject({
    kind: 'set-report',
  })
})
