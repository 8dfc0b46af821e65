import { brandTokens, type Tokens } from 'brand/brand-tokens'
import type { CSSProperties } from 'react'

/** The tokens of a brand in one theme, for a part of the page that shows another organisation's colours. */
export function brandStyle(hex: string, theme: 'light' | 'dark'): CSSProperties {
  const tokens: Tokens = brandTokens(hex)[theme]
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]))
}
