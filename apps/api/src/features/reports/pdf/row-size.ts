const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Characters from which a table row may split across pages, because it might not fit on one. */
const TALL = 1800

/** About how much room texts take, in Latin characters. */
export function sizeOf(...texts: (string | null | undefined)[]): number {
  const all = texts.filter((text) => text).join('\n')
  return all.length + (all.match(WIDE)?.length ?? 0)
}

export function isTall(size: number): boolean {
  return size > TALL
}
