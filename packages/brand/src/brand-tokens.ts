import { clampChroma, converter, formatHex, parse, wcagContrast } from 'culori'
import { DARK_NEUTRALS, LIGHT_NEUTRALS } from './neutral-tokens.ts'

export type Tokens = Record<string, string>
export interface BrandTokens {
  light: Tokens
  dark: Tokens
}

interface Brand {
  l: number
  c: number
  h: number
  /** Multiplies the chroma of neutrals, because a pale brand should tint them less. */
  neutralFactor: number
}
type Shade = readonly [number, number]

const GREY_HUE = 250
const WHITE = '#ffffff'

/** Turns one brand colour into every token that depends on it, for both themes, as hex. */
export function brandTokens(hex: string): BrandTokens {
  const brand = readBrand(hex)
  return { light: lightTokens(brand), dark: darkTokens(brand) }
}

/** The style sheet with these tokens for one host, loaded before the page's own. */
export function brandStylesheet(hex: string) {
  const { light, dark } = brandTokens(hex)
  // Only on screens: paper always takes the light tokens.
  return `:root{${declarations(light)}}\n@media screen{.dark{${declarations(dark)}}}\n`
}

function declarations(tokens: Tokens) {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

function readBrand(hex: string): Brand {
  const colour = converter('oklch')(parse(hex))
  if (!colour) throw new TypeError(`“${hex}” is not a colour. Use a colour such as #1C5C46.`)
  const { l, c } = colour
  const isGrey = c < 0.02
  const h = isGrey ? GREY_HUE : (colour.h ?? GREY_HUE)
  const neutralFactor = isGrey ? 0.4 : Math.min(1, c / 0.08)
  // A near-white brand is too pale for buttons, so a dark colour of its hue replaces it.
  if (l > 0.93 && c < 0.05) return { l: 0.28, c: 0.019 * neutralFactor, h, neutralFactor }
  return { l, c, h, neutralFactor }
}

function lightTokens(brand: Brand): Tokens {
  const { h, c } = brand
  const neutrals = neutralTokens(LIGHT_NEUTRALS, brand)
  const { muted = WHITE, background = WHITE } = neutrals
  const primary = lightPrimary(brand)
  const tint = shade(0.955, Math.min(0.028, 0.35 * c), h)
  const text = lowered(Math.min(brand.l, 0.5), brand, (hex) => wcagContrast(hex, muted) >= 5.5)
  const ui = lowered(brand.l, brand, (hex) => wcagContrast(hex, background) >= 3.1)
  return {
    ...neutrals,
    primary: primary.hex,
    'primary-foreground': primary.foreground,
    'primary-hover': shade(primary.l - (primary.foreground === WHITE ? 0.055 : 0.05), c, h),
    'primary-text': text.hex,
    'primary-ui': ui.hex,
    'primary-tint': tint,
    'primary-tint-strong': shade(0.905, Math.min(0.055, 0.5 * c), h),
    'brand-panel': primary.hex,
    'brand-panel-foreground': primary.foreground,
    'brand-panel-line': shade(
      primary.l + (primary.foreground === WHITE ? 0.11 : -0.11),
      0.8 * c,
      h,
    ),
  }
}

function lightPrimary(brand: Brand) {
  const { l, c, h } = brand
  const ink = shade(0.205, 0.019 * brand.neutralFactor, h)
  const asEntered = shade(l, c, h)
  if (wcagContrast(asEntered, WHITE) >= 4.5) return { l, hex: asEntered, foreground: WHITE }
  if (l >= 0.72) return { l, hex: asEntered, foreground: ink }
  return { ...lowered(l, brand, (hex) => wcagContrast(hex, WHITE) >= 4.5), foreground: WHITE }
}

function darkTokens(brand: Brand): Tokens {
  const { c, h, neutralFactor } = brand
  const l = Math.min(0.86, Math.max(0.76, brand.l))
  const primaryChroma = Math.min(0.12, c)
  return {
    ...neutralTokens(DARK_NEUTRALS, brand),
    primary: shade(l, primaryChroma, h),
    'primary-foreground': shade(0.19, 0.019 * neutralFactor, h),
    'primary-hover': shade(l + 0.05, 0.9 * primaryChroma, h),
    'primary-text': shade(0.83, Math.min(0.1, c), h),
    'primary-ui': shade(0.74, c, h),
    'primary-tint': shade(0.27, Math.min(0.04, 0.45 * c), h),
    'primary-tint-strong': shade(0.34, Math.min(0.06, 0.6 * c), h),
    'brand-panel': shade(0.3, Math.min(0.06, 0.7 * c), h),
    'brand-panel-foreground': shade(0.97, 0.008 * neutralFactor, h),
    'brand-panel-line': shade(0.43, Math.min(0.06, 0.8 * c), h),
  }
}

function neutralTokens(shades: Record<string, Shade>, { h, neutralFactor }: Brand): Tokens {
  return Object.fromEntries(
    Object.entries(shades).map(([name, [l, c]]) => [name, shade(l, c * neutralFactor, h)]),
  )
}

function lowered(from: number, { c, h }: Brand, isEnough: (hex: string) => boolean) {
  let l = from
  while (l > 0 && !isEnough(shade(l, c, h))) l -= 0.005
  return { l, hex: shade(l, c, h) }
}

function shade(l: number, c: number, h: number) {
  return formatHex(clampChroma({ mode: 'oklch', l: Math.min(1, Math.max(0, l)), c, h }, 'oklch'))
}
