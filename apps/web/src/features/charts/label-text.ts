const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303F\\uFF00-\\uFFEF'
const WIDE = new RegExp(`[${UNSPACED}\\p{Script=Hangul}]`, 'gu')
// Punctuation doesn't start a line. A no-break space joins its words.
const PIECE = new RegExp(` *(?:[${UNSPACED}]|[^ ${UNSPACED}]+)[、。，．：；！？）」』】]*`, 'gu')

/** How many letters of a Chinese, Japanese or Korean text are as wide as two Latin ones. */
export function wideLetters(text: string): number {
  return text.match(WIDE)?.length ?? 0
}

/** In Latin letters. */
export function lengthOf(text: string): number {
  return text.length + wideLetters(text)
}

/** The pieces of a label, between which it may break: words, or single letters of Chinese and Japanese. */
export function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [text]
}
