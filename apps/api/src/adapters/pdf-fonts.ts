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

// Noto Sans has Devanagari.
const WITHOUT_FONT =
  '[^\\p{Script=Common}\\p{Script=Inherited}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Devanagari}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Cn}\\p{Co}\\p{Cs}]'
const RUN_WITHOUT_FONT = new RegExp(`${WITHOUT_FONT}(?:[^\\p{L}]*${WITHOUT_FONT})*\\p{M}*`, 'gu')

const CODES =
  'Armn Beng Cher Ethi Geor Gujr Guru Khmr Knda Laoo Mlym Mong Mymr Nkoo Olck Orya Sinh Syrc Taml Telu Tfng Thaa Thai Tibt Yiii'
const SCRIPTS = CODES.split(' ').map((code) => ({
  code,
  letter: new RegExp(`^\\p{Script=${code}}`, 'u'),
}))
const names = new Intl.DisplayNames('en-GB', { type: 'script' })

/** Names of the scripts in a text that PDFs have no font for, in order of appearance: `Thai`. */
export function scriptsWithoutFont(text: string): string[] {
  return [...new Set((text.match(RUN_WITHOUT_FONT) ?? []).map(scriptOf))]
}

/** Each passage without a font becomes the name of its script, because it would be printed as boxes. */
export function nameScriptsWithoutFont(text: string): string {
  return text.replaceAll(RUN_WITHOUT_FONT, (run) => `[${scriptOf(run)}]`)
}

function scriptOf(run: string) {
  const found = SCRIPTS.find(({ letter }) => letter.test(run))
  return (found && names.of(found.code)) ?? 'another script'
}
