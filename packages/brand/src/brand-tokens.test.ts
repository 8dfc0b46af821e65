import { wcagContrast } from 'culori'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandStylesheet, brandTokens, type Tokens } from './brand-tokens.ts'

const TEXT_PAIRS = [
  ...['foreground', 'subtle-foreground', 'muted-foreground', 'primary-text'].flatMap((text) =>
    ['background', 'card', 'popover', 'muted', 'primary-tint'].map((ground) => [text, ground]),
  ),
  ['foreground', 'primary-tint-strong'],
  ['primary-text', 'primary-tint-strong'],
  ['primary-foreground', 'primary'],
  ['primary-foreground', 'primary-hover'],
  ['brand-panel-foreground', 'brand-panel'],
]
const CONTROL_PAIRS = [
  ['input', 'background'],
  ['input', 'card'],
  ['primary-ui', 'background'],
  ['primary-ui', 'card'],
  ['foreground', 'track'],
]

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('any brand colour keeps text at 4.5:1 and controls at 3:1 in both themes', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      const { light, dark } = brandTokens(hex)
      for (const theme of [light, dark]) {
        expect(pairsBelow(4.5, TEXT_PAIRS, theme)).toEqual([])
        expect(pairsBelow(3, CONTROL_PAIRS, theme)).toEqual([])
      }
    }),
    { numRuns: 1500, examples: [['#ffffff'], ['#000000'], ['#ffff00'], ['#808080'], ['#00ff00']] },
  )
})

test('a brand colour with enough contrast to white text stays unchanged', () => {
  expect(brandTokens('#1c5c46').light).toMatchObject({
    primary: '#1c5c46',
    'primary-foreground': '#ffffff',
    'brand-panel': '#1c5c46',
  })
})

test('yellow stays yellow and gets dark text', () => {
  const { light } = brandTokens('#f5c400')
  expect(light.primary).toBe('#f5c400')
  expect(wcagContrast(light['primary-foreground'] ?? '', '#000')).toBeLessThan(1.3)
})

test('the style sheet names every token for both themes', () => {
  const css = brandStylesheet('#1c5c46')
  expect(css).toMatch(/^:root\{--background:#[0-9a-f]{6};/)
  expect(css.match(/--primary-text:/g)).toHaveLength(2)
})

test('an invalid colour is refused', () => {
  expect(() => brandTokens('</style>')).toThrow(TypeError)
})

function pairsBelow(least: number, pairs: string[][], theme: Tokens) {
  return pairs
    .map(([front = '', back = '']) => ({
      pair: `${front} on ${back}`,
      contrast: wcagContrast(theme[front] ?? '', theme[back] ?? ''),
    }))
    .filter(({ contrast }) => contrast < least)
}
