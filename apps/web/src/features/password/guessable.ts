import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { JUDGED, LEAST_GUESSES, consistsOf } from 'contract/guessable'

// The server's check without its large word lists. What fails here also fails there.
const estimator = new ZxcvbnFactory({ ...JUDGED, graphs: adjacencyGraphs })

export function isGuessable(password: string, words: string[]): boolean {
  return consistsOf(words, password) || estimator.check(password, words).guesses < LEAST_GUESSES
}
