import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { JUDGED, LEAST_GUESSES, isMadeOf } from 'contract/guessable'

// The server's judgement without its lists, which would weigh more than the page: what is guessable here is so there.
const estimator = new ZxcvbnFactory({ ...JUDGED, graphs: adjacencyGraphs })

export function isGuessable(password: string, words: string[]): boolean {
  return isMadeOf(words, password) || estimator.check(password, words).guesses < LEAST_GUESSES
}
