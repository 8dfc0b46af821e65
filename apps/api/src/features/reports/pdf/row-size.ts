const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Characters from which a table row may split across pages, because it could leave most of the page before empty. */
const TALL = 1400

/** About a line. */
const LINE_BREAK = 40

/** About how much room texts take below each other, in Latin characters. */
export function sizeOf(...texts: (string | null | undefined)[]): number {
  const text = texts.filter(Boolean).join('\n')
  const breaks = text.match(/\n/g)?.length ?? 0
  return text.length + (text.match(WIDE)?.length ?? 0) + breaks * LINE_BREAK
}

export function isTall(size: number): boolean {
  return size > TALL
}
