import { directionOf, localeOf } from 'rules/language'

/** Languages whose words the typesetter hyphenates. English words are short enough. */
const HYPHENATED = new Set(
  'af be bg ca cs da de el es et fi fr hr hu is it ka la lt lv mn nb nl nn no pl pt ru sk sl sq sr sv tk tr uk'.split(
    ' ',
  ),
)

/** The language of a content set for the typesetter, which knows regions but no scripts. Unknown ones count as English. */
export function printLanguage(tag: string | null | undefined) {
  const locale = localeOf(tag)
  if (!locale || locale.language === 'en')
    return { lang: 'en', region: regionOf(tag) ?? 'GB', direction: 'ltr' }
  const { language: lang, script } = locale
  const likely = lang === 'zh' ? (script === 'Hant' ? 'TW' : 'CN') : null
  return { lang, region: regionOf(tag) ?? likely, direction: directionOf(tag) }
}

export function isHyphenated(tag: string | null | undefined): boolean {
  return HYPHENATED.has(printLanguage(tag).lang)
}

/** The region that a tag itself names. */
function regionOf(tag: string | null | undefined) {
  const region = tag?.match(/^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i)?.[1]
  return region?.toUpperCase() ?? null
}
