/** Tries that a password must be worth: above all that is a common password with something to it, below 12 random letters. */
export const LEAST_GUESSES = 2e10

/** How much of a password is judged: the work grows with length and replaced letters, and stays below a tenth of a second. */
export const JUDGED = { maxLength: 40, l33tMaxSubstitutions: 10 }

/** Characters beside the words of our context: less is a year or a number. */
const LEAST_BESIDE = 6

/** Who is to have a password, and where. */
export type PasswordOwner = {
  tenant: { name: string; domain: string }
  email: string
  name: string
  organisation?: string | undefined
}

/** The list of docs/security.md, «Words of our context»: what a guesser would try first here. */
export function wordsAround({ tenant, email, name, organisation = '' }: PasswordOwner): string[] {
  const given = ['Waymark', tenant.name, tenant.domain, organisation, name, email]
  const parts = given.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const joined = given.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  return [...new Set([...given, ...joined, ...parts])].filter((word) => word.length > 1)
}

/** The estimator counts four pieces or more as hard to guess, even if they are «Waymark-waymark1». */
export function isMadeOf(words: string[], password: string): boolean {
  const rest = words
    .filter((word) => word.length > 2)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase())
  return rest.length < LEAST_BESIDE
}
