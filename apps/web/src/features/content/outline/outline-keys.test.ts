import { expect, test } from 'vitest'
import { outlineKey } from './outline-keys.ts'
import type { GroupRow } from './outline-rows.ts'

const group = (isOpen: boolean): GroupRow => ({
  kind: 'group',
  id: 'group A',
  name: 'A',
  elements: 1,
  isOpen,
})
const press = (key: string, isOpen: boolean, direction: 'ltr' | 'rtl') =>
  outlineKey(
    { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
    [group(isOpen)],
    'group A',
    direction,
  )

test.for([
  ['ltr', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
] as const)('in an outline that runs %s, %s opens and %s closes', ([direction, open, close]) => {
  expect(press(open, false, direction)).toEqual({ act: 'open-group', name: 'A' })
  expect(press(close, true, direction)).toEqual({ act: 'close-group', name: 'A' })
})
