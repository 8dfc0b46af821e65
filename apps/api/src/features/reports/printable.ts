// No line end and no tab, but nothing that a font could draw or a file could hold.
const CONTROLS = /\p{Cs}|\p{Noncharacter_Code_Point}|[^\P{Cc}\t\n]/gu

/** Longer words get places to break, or they would run out of their column. */
const LONG_WORD = /\S{30,}/gu
const ZERO_WIDTH_SPACE = '\u200b'

/** A copy whose texts can all be set: no control characters, no word wider than its column. */
export function printable<Data>(data: Data): Data {
  const json = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' ? withBreaks(withoutControls(value)) : value,
  )
  return JSON.parse(json) as Data
}

export function withoutControls(text: string) {
  return text.replaceAll(CONTROLS, '')
}

function withBreaks(text: string) {
  return text.replaceAll(LONG_WORD, (word) =>
    (word.match(/.{1,20}/gsu) ?? []).join(ZERO_WIDTH_SPACE),
  )
}
