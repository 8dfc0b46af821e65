import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import type { HostTenant } from '#core/host-tenant.ts'

/** Above all that is a common password with something to it, below 12 random letters (guessable.test.ts). */
const LEAST_GUESSES = 2e10

/** Characters beside the words of our context: less is a year or a number. */
const LEAST_BESIDE = 6

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  // The work grows with length and replaced letters: these keep it below a tenth of a second.
  maxLength: 40,
  l33tMaxSubstitutions: 10,
})

/** Who is to have a password, and where. */
export type PasswordOwner = {
  tenant: Pick<HostTenant, 'name' | 'domain'>
  email: string
  name: string
  organisation?: string | undefined
}

/** Whether somebody who knows the usual passwords, and these words, would soon be there. */
export function isGuessable(password: string, words: string[]): boolean {
  return isMadeOf(words, password) || estimator.check(password, words).guesses < LEAST_GUESSES
}

/** The estimator counts four pieces or more as hard to guess, even if they are «Waymark-waymark1». */
function isMadeOf(words: string[], password: string): boolean {
  const rest = words
    .filter((word) => word.length > 2)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase())
  return rest.length < LEAST_BESIDE
}

/** The list of docs/security.md, «Passwords»: what a guesser would try first here. */
export function wordsAround({ tenant, email, name, organisation = '' }: PasswordOwner): string[] {
  const given = ['Waymark', tenant.name, tenant.domain, organisation, name, email]
  const parts = given.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const joined = given.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  return [...new Set([...given, ...joined, ...parts])].filter((word) => word.length > 1)
}
