import { brandTokens, type Tokens } from 'brand/brand-tokens'
import type { CSSProperties } from 'react'

/** A brand's tokens in one theme, for elements that show another organisation's colours. */
export function brandStyle(hex: string, theme: 'light' | 'dark'): CSSProperties {
  const tokens: Tokens = brandTokens(hex)[theme]
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]))
}
