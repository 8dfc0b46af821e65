import { expect, test } from 'vitest'
import { HEAT_LOOKS, heatLook } from './heat.ts'

const classOf = (level: number) =>
  HEAT_LOOKS.findIndex((look) => look === heatLook((level - 1) / 3)) + 1

test('the colours change at 1.5, 2, 2.5, 3 and 3.5 of four levels', () => {
  expect([1, 1.49, 1.5, 1.9, 2, 2.5, 2.9, 3, 3.4, 3.5, 4].map(classOf)).toEqual([
    1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6,
  ])
})
