import { expect, test } from 'vitest'
import { emptyElement, emptyStatement } from './new-parts.ts'
import { differences } from './path.ts'

const ONE = { ...emptyStatement(['Low', 'High']), key: 'A' }
const ELEMENT = { ...emptyElement('Suppliers'), statements: [ONE, { ...ONE, key: 'B' }] }

test('two versions differ at fields, and a whole part that only one of them has', () => {
  const [low, high] = ONE.responses
  const changed = { ...ONE, weight: 2, responses: [low, { ...high, action: 'Ask.' }] }
  const other = { ...ELEMENT, title: 'All', statements: [changed, { ...ONE, key: 'C' }] }
  expect(differences(ELEMENT, other)).toEqual([
    ['title'],
    ['statements', 'A', 'weight'],
    ['statements', 'A', 'responses', high?.key, 'action'],
    ['statements', 'B'],
    ['statements', 'C'],
  ])
  expect(differences(ELEMENT, structuredClone(ELEMENT))).toEqual([])
})

test('another order, a removed element and a longer list are differences', () => {
  const reordered = { ...ELEMENT, statements: ELEMENT.statements.toReversed() }
  expect(differences(ELEMENT, reordered)).toEqual([['statements']])
  expect(differences(ELEMENT, null)).toEqual([[]])
  expect(differences({ scale: ['Low'] }, { scale: ['Low', 'High'] })).toEqual([['scale', '1']])
})
