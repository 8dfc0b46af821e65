import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contours, harmonicsOf, reach } from './contour-lines.tsx'

const hill = { x: 500, y: 300, lines: 24, step: 18 }

test('the contour lines of a tenant are always the same', () => {
  expect(contours('northfield.example', hill)).toEqual(contours('northfield.example', hill))
})

test('two tenants have different contour lines', () => {
  expect(contours('northfield.example', hill)).not.toEqual(contours('kestrel.example', hill))
})

test('contour lines never touch each other', () => {
  fc.assert(
    fc.property(fc.string(), fc.double({ min: 0, max: 7, noNaN: true }), (seed, angle) => {
      const harmonics = harmonicsOf(seed)
      const distances = Array.from({ length: 24 }, (_, line) =>
        reach(harmonics, (line + 1) / 24, angle),
      )
      const gaps = distances.map((distance, line) => distance - (distances[line - 1] ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThan(0.002)
    }),
  )
})
