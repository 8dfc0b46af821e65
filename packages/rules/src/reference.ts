const GENERATED = /^auto-[A-HJ-NP-Z2-9]{8}$/
const PREFIX = 'auto-'
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 8

/** A key for something that its author hasn't given one, from at least eight random bytes. */
export function generatedKey(random: Uint8Array): string {
  return (
    PREFIX +
    Array.from(random.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
  )
}

export function isGeneratedKey(key: string): boolean {
  return GENERATED.test(key)
}

/** How an element or statement is referred to: by its author's key, without one by its position ("164.1"). */
export function referenceOf({ key, number }: { key: string; number: number | string }): string {
  return isGeneratedKey(key) ? String(number) : key
}

/** The same for a statement that only counts within its element. */
export function statementReference(
  statement: { key: string; number: number },
  element: { number: number },
): string {
  return referenceOf({ key: statement.key, number: `${element.number}.${statement.number}` })
}
