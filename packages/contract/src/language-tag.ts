const NAMES = { fallback: 'none' } as const

/** Codes that name no language. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mis', 'mul', 'root'])

/** A tag (BCP 47) of a language that exists, such as `en` or `pt-BR`. Words such as "german" aren't. */
export function isLanguage(tag: string): boolean {
  if (tag === '') return true
  try {
    const { language, script, region } = new Intl.Locale(tag)
    if (language.length > 3 || NO_LANGUAGE.has(language)) return false
    return isNamed('language', language) && isNamed('script', script) && isNamed('region', region)
  } catch {
    return false
  }
}

/** The names that the browser and the server know. */
function isNamed(type: 'language' | 'script' | 'region', code: string | undefined) {
  return !code || new Intl.DisplayNames('en', { type, ...NAMES }).of(code) !== undefined
}
