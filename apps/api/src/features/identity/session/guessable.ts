import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { JUDGED, LEAST_GUESSES, isMadeOf } from 'contract/guessable'

const estimator = new ZxcvbnFactory({
  ...JUDGED,
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
})

/** Whether somebody who knows the usual passwords, and these words, would soon be there. */
export function isGuessable(password: string, words: string[]): boolean {
  return isMadeOf(words, password) || estimator.check(password, words).guesses < LEAST_GUESSES
}
