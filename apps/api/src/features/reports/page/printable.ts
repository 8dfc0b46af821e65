import { withoutControls } from '#core/csv.ts'

/** Words this long get zero-width spaces, because they would overflow their column. */
const LONG_WORD = /\S{30,}/gu
const ZERO_WIDTH_SPACE = '\u200b'

/** A copy for printing, without control characters and with breaks in long words. */
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
