/** Longer than any text that Waymark stores. */
const LONGEST = 60_000

/** Refuses texts in JSON that no page could show, where none may be changed. Of accents, pages show as many as they can. */
export function shownText(_: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const isShown = value.length <= LONGEST && value.isWellFormed()
  if (isShown && !/[^\P{Cc}\t\n\r]/u.test(value)) return value
  throw new SyntaxError('a text is too long, or has characters that can’t be shown')
}
