import { withoutControls } from '#core/csv.ts'

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

function withBreaks(text: string) {
  return text.replaceAll(LONG_WORD, (word) =>
    (word.match(/.{1,20}/gsu) ?? []).join(ZERO_WIDTH_SPACE),
  )
}
