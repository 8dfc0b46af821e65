/** A part of a long reference, with the character after which it may break. */
const PART = /[^-./:_\s]{1,8}[-./:_\s]?|[-./:_\s]/gu
const LONGEST_ON_A_LINE = 12

/** A long reference may break, because a table has little room for it. */
export function breakable(reference: string): string {
  if (reference.length <= LONGEST_ON_A_LINE) return reference
  return (reference.match(PART) ?? []).join('\u200b')
}
