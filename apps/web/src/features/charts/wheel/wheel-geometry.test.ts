import { describe, expect, test } from 'vitest'
import {
  bandPath,
  certifiedAngle,
  edgePath,
  focusPath,
  labelAnchor,
  labelRoom,
  markSize,
  pointAt,
  rimPath,
  sectorOf,
  wheelOf,
  wheelSizeFor,
  wrapLabel,
} from './wheel-geometry.ts'

const desktop = wheelOf('desktop', 4)
const radii = (path: string | null) =>
  [...(path ?? '').matchAll(/A([\d.]+) /g)].map(([, radius]) => Number(radius))

describe('the desktop wheel', () => {
  test('has its hub at 80, level 4 at 232, its rim at 243 and labels at 260', () => {
    expect(desktop).toMatchObject({ width: 704, height: 630, hub: 80, top: 232, rim: 243 })
    const { x, y } = labelAnchor(desktop, sectorOf(0, 8), 3)
    expect(Math.hypot(x, y)).toBeCloseTo(260, 1)
  })

  test('keeps its depth with another number of levels', () => {
    expect(wheelOf('desktop', 5)).toMatchObject({ band: 30.4, top: 232 })
  })
})

test('small wheels have their rim 9 outside and are chosen by width', () => {
  expect(wheelOf('compact', 4)).toMatchObject({ width: 420, band: 30, rim: 185 })
  expect(wheelOf('phone', 4)).toMatchObject({ width: 358, height: 346, band: 24, rim: 151 })
  expect([704, 500, 358].map(wheelSizeFor)).toEqual(['desktop', 'compact', 'phone'])
})

describe('sectors', () => {
  test('start at 12 o’clock and go clockwise', () => {
    expect(sectorOf(0, 4)).toEqual({ from: 0, middle: Math.PI / 4, to: Math.PI / 2 })
    expect(pointAt(100, 0)).toEqual({ x: 0, y: -100 })
    expect(pointAt(100, Math.PI / 2)).toEqual({ x: 100, y: 0 })
  })

  test('leave parallel gaps: each side recedes by .8 of the gap at every radius', () => {
    const numbers = (bandPath(desktop, sectorOf(0, 8), 0, 0, 1) ?? '').match(/-?[\d.]+/g) ?? []
    expect(Number(numbers.at(0))).toBeCloseTo(2, 1)
    expect(Number(numbers.at(-2))).toBeCloseTo(2, 1)
    expect(edgePath(desktop, sectorOf(0, 8), 4)).toMatch(/^M2 /)
  })

  test('fill each band outwards as far as the value reaches', () => {
    const sector = sectorOf(1, 8)
    expect(radii(bandPath(desktop, sector, 0, 0, 2.5))).toEqual([116.75, 81.25])
    expect(radii(bandPath(desktop, sector, 2, 0, 2.5))).toEqual([175, 157.25])
    expect(bandPath(desktop, sector, 3, 0, 2.5)).toBeNull()
  })

  test('fill the gap between current and future only', () => {
    expect(radii(bandPath(desktop, sectorOf(1, 8), 2, 2.5, 3.4))).toEqual([192.75, 175])
    expect(bandPath(desktop, sectorOf(1, 8), 1, 2.5, 3.4)).toBeNull()
  })

  test('draw a whole turn with one element', () => {
    expect(rimPath(desktop, sectorOf(0, 1))).toContain('A243 243 0 1 1')
  })

  test('end their rim where the answers end', () => {
    const end = rimPath(desktop, sectorOf(0, 2), 0.5).split(' ').slice(-2).map(Number)
    expect(end).toEqual([243, 0])
  })

  test('are outlined 5 px outside', () => {
    expect(radii(focusPath(desktop, sectorOf(0, 8)))).toEqual([251, 75])
  })

  test('set certified 9° clockwise of the middle, or a fifth of a narrow sector', () => {
    const degrees = (index: number, count: number) => {
      const sector = sectorOf(index, count)
      return ((certifiedAngle(sector) - sector.middle) * 180) / Math.PI
    }
    expect(degrees(0, 6)).toBeCloseTo(9)
    expect(degrees(0, 24)).toBeCloseTo(3)
  })
})

test('marks shrink with the number of elements', () => {
  expect([8, 12, 24].map((count) => markSize(desktop, count))).toEqual([7, 6, 5])
  expect(markSize(wheelOf('phone', 4), 8)).toBe(6)
})

describe('labels', () => {
  test('are anchored away from the wheel', () => {
    const aligned = [0, 1, 2].map((index) => labelAnchor(desktop, sectorOf(index, 3), 2).align)
    expect(aligned).toEqual(['start', 'middle', 'end'])
  })

  test('grow upwards in the upper half and downwards in the lower', () => {
    const upper = labelAnchor(desktop, sectorOf(0, 8), 3)
    const lower = labelAnchor(desktop, sectorOf(3, 8), 3)
    expect(upper.first).toBeLessThan(upper.y)
    expect(lower.first).toBeGreaterThan(lower.y)
  })

  test('have the space between their anchor and the edge of the drawing', () => {
    const beside = labelAnchor(desktop, sectorOf(1, 8), 3)
    expect(labelRoom(desktop, beside)).toBeCloseTo(352 - 240.2, 0)
  })

  test('take two lines of similar length and keep the number with its name', () => {
    expect(wrapLabel('1\u00a0Governance and accountability', 22)).toEqual([
      '1\u00a0Governance and',
      'accountability',
    ])
    expect(wrapLabel('3\u00a0People and skills', 22)).toEqual(['3\u00a0People', 'and skills'])
    expect(wrapLabel('9\u00a0Environment', 13)).toEqual(['9\u00a0Environment'])
  })

  test('take two lines without spaces, and half as many wide letters', () => {
    expect(wrapLabel('E3\u00a0取引先との連携の骨組み', 22)).toEqual([
      'E3\u00a0取引先との',
      '連携の骨組み',
    ])
  })

  test('end in an ellipsis where a line does not fit', () => {
    expect(wrapLabel('12\u00a0Internationalisation', 14)).toEqual(['12\u00a0Internatio…'])
  })
})
