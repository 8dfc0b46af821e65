import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { ESTIMATOR_LIMITS, MIN_GUESSES, consistsOfWords } from 'contract/guessable'

// The server's check without its large word lists. What fails here also fails there.
const estimator = new ZxcvbnFactory({ ...ESTIMATOR_LIMITS, graphs: adjacencyGraphs })

export function isGuessable(password: string, words: string[]): boolean {
  return consistsOfWords(words, password) || estimator.check(password, words).guesses < MIN_GUESSES
}
