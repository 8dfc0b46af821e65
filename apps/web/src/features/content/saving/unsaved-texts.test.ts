import type { DraftHead } from 'contract/draft'
import { expect, test } from 'vitest'
import { emptyElement, emptyStatement } from './draft-making.ts'
import { lostTexts, type Standing } from './unsaved-texts.ts'

const HEAD = { title: 'Set', source: '', scale: ['Low', 'High'] } as unknown as DraftHead
const ONE = { ...emptyStatement(['Low', 'High']), key: 'A', text: 'We know them.' }
const ELEMENT = { ...emptyElement('Suppliers'), key: 'S', statements: [ONE] }
const STANDING: Standing = { head: HEAD, keys: ['X', 'S'], elements: [ELEMENT] }

function kept(value: typeof ELEMENT, head = HEAD) {
  return {
    head: { base: HEAD, version: 1, value: head },
    elements: { 7: { base: ELEMENT, version: 1, value } },
    order: [7],
    baseOrder: [7],
    clashes: [],
  }
}

test('each text that came into no edition is named with its place', () => {
  const [low, high] = ONE.responses
  if (!low || !high) throw new Error('There are no responses.')
  const other = { ...emptyStatement(['Low']), key: 'B', text: 'A new one.' }
  const changed = { ...ONE, weight: 2.5, responses: [low, { ...high, action: 'Ask them.' }] }
  const value = { ...ELEMENT, description: 'Who they are.', statements: [changed, other] }
  expect(lostTexts([kept(value, { ...HEAD, scale: ['Low', 'Top'] })], STANDING)).toEqual([
    { where: 'About this set, levels', text: 'Top' },
    { where: '2, description: Suppliers', text: 'Who they are.' },
    { where: '2.1, weight: We know them.', text: '2.5' },
    { where: '2.1, what it takes, response 2: We know them.', text: 'Ask them.' },
    { where: '2, a statement, text: A new one.', text: 'A new one.' },
    { where: '2, a statement, name of the response, response 1: A new one.', text: 'Low' },
  ])
})

test('what came into the edition all the same is not lost, and what two windows kept is told once', () => {
  const value = { ...ELEMENT, title: 'All suppliers' }
  expect(lostTexts([kept(value)], { ...STANDING, elements: [value] })).toEqual([])
  expect(lostTexts([kept(value), kept(value)], STANDING)).toHaveLength(1)
})

test('words for an element that the edition does not have are told, too', () => {
  const value = { ...ELEMENT, description: 'Mine.' }
  expect(lostTexts([kept(value)], { ...STANDING, keys: ['X'], elements: [] })).toEqual([
    { where: 'A removed element, description: Suppliers', text: 'Mine.' },
  ])
})
