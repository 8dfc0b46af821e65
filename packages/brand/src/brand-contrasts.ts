import { wcagContrast } from 'culori'
import { brandTokens } from './brand-tokens.ts'

export interface BrandContrast {
  name: string
  ratio: number
}

/** How well what is made of a brand colour can be read: the pairs that matter most, in both themes. */
export function brandContrasts(hex: string): BrandContrast[] {
  const { light, dark } = brandTokens(hex)
  const pairs = [
    ['Button text on brand colour', light['primary-foreground'], light.primary],
    ['Links on the page', light['primary-text'], light.background],
    ['Buttons in the dark theme', dark['primary-foreground'], dark.primary],
  ] as const
  return pairs.map(([name, text = '', ground = '']) => ({
    name,
    ratio: wcagContrast(text, ground),
  }))
}
