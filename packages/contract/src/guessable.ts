/** Guesses that a password must withstand: above a common password with additions, below 12 random letters. */
export const MIN_GUESSES = 2e10

/** Limits of the check, whose work grows with length and replaced letters, to a tenth of a second. */
export const ESTIMATOR_LIMITS = { maxLength: 40, l33tMaxSubstitutions: 10 }

/** Characters besides context words. Fewer are a year or a number. */
const MIN_BESIDE = 6

/** The user and organisation of a password. */
export type PasswordOwner = {
  tenant: { name: string; domain: string }
  email: string
  name: string
  organisation?: string | undefined
}

/** The words that an attacker would try first (docs/security.md, “Passwords”). */
export function wordsOfOwner({ tenant, email, name, organisation = '' }: PasswordOwner): string[] {
  const given = ['Waymark', tenant.name, tenant.domain, organisation, name, email]
  const parts = given.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const joined = given.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  return [...new Set([...given, ...joined, ...parts])].filter((word) => word.length > 1)
}

/** The estimator counts four pieces or more as hard to guess, even in «Waymark-waymark1». */
export function consistsOfWords(words: string[], password: string): boolean {
  const rest = words
    .filter((word) => word.length > 2)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase())
  return rest.length < MIN_BESIDE
}
