import { wcagContrast } from 'culori'
import { brandTokens } from './brand-tokens.ts'

export interface BrandContrast {
  name: string
  ratio: number
}

/** The most important contrasts of a brand colour's tokens, in both themes. */
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
