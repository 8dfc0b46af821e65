import type { DraftHead } from 'contract/draft'
import { expect, test } from 'vitest'
import { emptyElement, emptyStatement } from './new-parts.ts'
import { textsNotIn, type SavedDraft } from './unsaved-texts.ts'

const HEAD = { title: 'Set', source: '', scale: ['Low', 'High'] } as unknown as DraftHead
const ONE = { ...emptyStatement(['Low', 'High']), key: 'A', text: 'We know them.' }
const ELEMENT = { ...emptyElement('Suppliers'), key: 'S', statements: [ONE] }
const SAVED: SavedDraft = { head: HEAD, keys: ['X', 'S'], elements: [ELEMENT] }

function left(value: typeof ELEMENT, head = HEAD) {
  return {
    head: { base: HEAD, version: 1, value: head },
    elements: { 7: { base: ELEMENT, version: 1, value } },
    order: [7],
    baseOrder: [7],
    conflicts: [],
  }
}

test('each text that is in no edition is listed with its place', () => {
  const [low, high] = ONE.responses
  if (!low || !high) throw new Error('There are no responses.')
  const other = { ...emptyStatement(['Low']), key: 'B', text: 'A new one.' }
  const changed = { ...ONE, weight: 2.5, responses: [low, { ...high, action: 'Ask them.' }] }
  const value = { ...ELEMENT, description: 'Who they are.', statements: [changed, other] }
  expect(textsNotIn(SAVED, [left(value, { ...HEAD, scale: ['Low', 'Top'] })])).toEqual([
    { where: 'About this set, levels', text: 'Top' },
    { where: '2, description: Suppliers', text: 'Who they are.' },
    { where: '2.1, weight: We know them.', text: '2.5' },
    { where: '2.1, action, response 2: We know them.', text: 'Ask them.' },
    { where: '2, new statement, text: A new one.', text: 'A new one.' },
    { where: '2, new statement, response name, response 1: A new one.', text: 'Low' },
  ])
})

test('a text in the edition is not listed, and one from two windows is listed once', () => {
  const value = { ...ELEMENT, title: 'All suppliers' }
  expect(textsNotIn({ ...SAVED, elements: [value] }, [left(value)])).toEqual([])
  expect(textsNotIn(SAVED, [left(value), left(value)])).toHaveLength(1)
})

test('texts of an element that is not in the edition are listed', () => {
  const value = { ...ELEMENT, description: 'Mine.' }
  expect(textsNotIn({ ...SAVED, keys: ['X'], elements: [] }, [left(value)])).toEqual([
    { where: 'Removed element, description: Suppliers', text: 'Mine.' },
  ])
})
