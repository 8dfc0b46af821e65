const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Characters from which a table row may split across pages, because it might not fit on one. */
const TALL = 1800

/** About a line. */
const LINE_BREAK = 40

/** About how much room texts take, in Latin characters. */
export function sizeOf(...texts: (string | null | undefined)[]): number {
  const sizes = texts.map((text) => {
    if (!text) return 0
    const breaks = text.match(/\n/g)?.length ?? 0
    return text.length + (text.match(WIDE)?.length ?? 0) + breaks * LINE_BREAK
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

export function isTall(size: number): boolean {
  return size > TALL
}
