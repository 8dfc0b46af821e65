import { formatList } from './plural.ts'

const RIGHT_TO_LEFT = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
])

/** The locale of a BCP 47 tag; undefined without a tag and for anything else. */
export function localeOf(language: string | null | undefined): Intl.Locale | undefined {
  try {
    // Other lengths are reserved, so they are words such as "german".
    const locale = new Intl.Locale(language ?? '')
    return locale.language.length <= 3 ? locale.maximize() : undefined
  } catch {
    return undefined
  }
}

/** The direction in which a language is written. */
export function directionOf(language: string | null | undefined): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(localeOf(language)?.script ?? '') ? 'rtl' : 'ltr'
}

/** For authors, when they publish texts in scripts that PDFs have no font for. */
export function scriptsText(scripts: readonly string[]): string {
  const names = formatList(scripts)
  const marks = formatList(scripts.map((script) => `[${script}]`))
  return `PDFs can’t show ${names} text. Report and certificate PDFs show ${marks} instead. The text appears correctly on screen.`
}

const RIGHT_TO_LEFT_LETTER =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}]|[\u{1e800}-\u{1efff}]/u

/** A name within a plain sentence, so that its direction doesn't change the sentence (Unicode's FSI and PDI). */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT_LETTER.test(name) ? `\u2068${name}\u2069` : name
}
