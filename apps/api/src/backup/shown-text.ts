import { cleanText } from 'contract/clean-text'
import { capMarks } from 'contract/fields'

/** Longer than any text that Waymark stores. */
const LONGEST = 60_000

/** A text of an archive with its line breaks, as a field of the contract accepts it. */
export function shownLines(text: string): string {
  return capMarks(cleanText(text))
}

/** Caps the accents of every text in a JSON value. */
export function withFewMarks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? capMarks(part) : part,
  )
}

/** Refuses texts in JSON that no page could show, where none may be changed. */
export function shownText(_: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const isShown = value.length <= LONGEST && value.isWellFormed() && capMarks(value) === value
  if (isShown && !/[^\P{Cc}\t\n\r]/u.test(value)) return value
  throw new SyntaxError('a text is too long, or has characters that can’t be shown')
}
