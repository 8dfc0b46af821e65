import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Static fonts that come with the product. Each has every style that the templates use, so that a font of the same
 * name on the host is never a better match.
 */
const FONTS = {
  '@expo-google-fonts/instrument-sans': [
    '400Regular',
    '400Regular_Italic',
    '500Medium',
    '600SemiBold',
    '600SemiBold_Italic',
  ],
  // Greek, Cyrillic, Devanagari and rarer Latin letters.
  '@expo-google-fonts/noto-sans': [
    '400Regular',
    '400Regular_Italic',
    '500Medium',
    '600SemiBold',
    '600SemiBold_Italic',
  ],
  '@expo-google-fonts/amiri': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  '@expo-google-fonts/noto-sans-hebrew': ['400Regular', '500Medium', '600SemiBold'],
  '@expo-google-fonts/noto-sans-math': ['400Regular'],
  '@expo-google-fonts/noto-sans-symbols-2': ['400Regular'],
  '@expo-google-fonts/noto-emoji': ['400Regular', '500Medium', '600SemiBold'],
}

/** Chinese, Japanese and Korean. Loaded only when needed, because they are large. */
const CJK_FONTS = {
  '@embedpdf/fonts-sc': ['../fonts/NotoSansHans-Regular.otf', '../fonts/NotoSansHans-Bold.otf'],
  '@embedpdf/fonts-tc': ['../fonts/NotoSansHant-Regular.otf', '../fonts/NotoSansHant-Bold.otf'],
  '@expo-google-fonts/biz-udpgothic': ['400Regular', '700Bold'],
  '@expo-google-fonts/nanum-gothic': ['400Regular', '700Bold'],
}

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u

export function needsCjkFonts(text: string): boolean {
  return CJK.test(text)
}

/** Folders and files for the typesetter. */
export function fontPaths({ cjk }: { cjk: boolean }): string[] {
  const { resolve } = createRequire(import.meta.url)
  return Object.entries({ ...FONTS, ...(cjk && CJK_FONTS) }).flatMap(([name, styles]) => {
    const folder = dirname(resolve(name))
    return styles.map((style) => join(folder, style))
  })
}

const classOf = (codes: readonly string[]) => codes.map((code) => `\\p{Script=${code}}`).join('')
// Noto Sans has Devanagari. The last three are no letters.
const WITH_FONT =
  classOf('Zyyy Zinh Latn Grek Cyrl Deva Arab Hebr Hani Hira Kana Hang Bopo'.split(' ')) +
  '\\p{Cn}\\p{Co}\\p{Cs}'
const NAMED =
  'Armn Beng Cher Ethi Geor Gujr Guru Khmr Knda Laoo Mlym Mong Mymr Nkoo Olck Orya Sinh Syrc Taml Telu Tfng Thaa Thai Tibt Yiii'.split(
    ' ',
  )
/** All scripts without a font and without a name here. */
const OTHER = 'other'
const letterOf = (code: string) =>
  code === OTHER ? `[^${WITH_FONT}${classOf(NAMED)}]` : `[${classOf([code])}]`
const names = new Intl.DisplayNames('en-GB', { type: 'script' })
const nameOf = (code: string) => (code === OTHER ? 'another script' : (names.of(code) ?? code))

/** Names of the scripts in a text that PDFs have no font for, in order of appearance: `Thai`. */
export function scriptsWithoutFont(text: string): string[] {
  return codesWithoutFont(text).map(nameOf)
}

/** Each passage without a font becomes the name of its script, because it would be printed as boxes. */
export function nameScriptsWithoutFont(text: string): string {
  return codesWithoutFont(text).reduce((named, code) => {
    const letter = letterOf(code)
    const run = new RegExp(`${letter}(?:[^\\p{L}]*${letter})*\\p{M}*`, 'gu')
    return named.replaceAll(run, `[${nameOf(code)}]`)
  }, text)
}

/** Reads the text once: after each new script it looks for the next one only. */
function codesWithoutFont(text: string): string[] {
  const found: string[] = []
  let at = 0
  for (;;) {
    const next = found.includes(OTHER)
      ? `[${classOf(NAMED.filter((code) => !found.includes(code)))}]`
      : `[^${WITH_FONT}${classOf(found)}]`
    const letter = new RegExp(next, 'gu')
    letter.lastIndex = at
    const [char] = letter.exec(text) ?? []
    if (char === undefined) return found
    at = letter.lastIndex
    found.push(NAMED.find((code) => new RegExp(letterOf(code), 'u').test(char)) ?? OTHER)
  }
}
