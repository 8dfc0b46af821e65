import { expect, test } from 'vitest'
import { elementNames } from './element-names.ts'

const element = (key: string, number: number, title: string) => ({ key, number, title })

test('an element is named by its title', () => {
  const elements = [element('GOV', 1, 'Governance'), element('auto-ABCDEFGH', 2, 'Risk')]
  expect(elements.map(elementNames(elements))).toEqual(['Governance', 'Risk'])
})

test('elements with equal titles are named by their references too', () => {
  const elements = [
    element('GOV', 1, 'Risk'),
    element('auto-ABCDEFGH', 2, 'RISK '),
    element('auto-HGFEDCBA', 3, 'Ｒisk'),
    element('SUP', 4, 'Supply'),
  ]
  expect(elements.map(elementNames(elements))).toEqual(['GOV Risk', '2 RISK ', '3 Ｒisk', 'Supply'])
  for (const title of ['Risk\u115f', 'Ri\u200dsk', 'Ri\u00adsk', 'Risk\ufe0f']) {
    const two = [element('A', 1, 'Risk'), element('B', 2, title)]
    expect(two.map(elementNames(two))).toEqual(['A Risk', `B ${title}`])
  }
})

test('an element of another list is named by its title', () => {
  expect(elementNames([element('A', 1, 'Risk')])(element('B', 2, 'Supply'))).toBe('Supply')
})
