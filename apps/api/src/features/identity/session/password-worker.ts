import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { consistsOfWords, ESTIMATOR_LIMITS, MIN_GUESSES } from 'contract/guessable'

const estimator = new ZxcvbnFactory({
  ...ESTIMATOR_LIMITS,
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
})

/** Whether a password is easy to guess. Runs in a thread, because some passwords take a tenth of a second. */
export function run({ password, words }: { password: string; words: string[] }): boolean {
  return consistsOfWords(words, password) || estimator.check(password, words).guesses < MIN_GUESSES
}
