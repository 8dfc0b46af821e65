import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import {
  consistsOf,
  JUDGED,
  LEAST_GUESSES,
  type PasswordOwner,
  wordsOfOwner,
} from 'contract/guessable'
import type { IsBreached } from '#adapters/breached.ts'
import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'

const estimator = new ZxcvbnFactory({
  ...JUDGED,
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
})

export async function refuseWeakPassword(
  { app, tenant }: PublicContext,
  password: string,
  owner: Omit<PasswordOwner, 'tenant'>,
): Promise<void> {
  const fault = await weaknessOf(password, { ...owner, tenant }, app.adapters.isBreached)
  if (fault === undefined) return
  throw new ApiError('invalid-input', 'You can’t use that password. Choose another one.', {
    fields: { password: fault },
  })
}

/** Undefined when the password is good. */
export async function weaknessOf(password: string, owner: PasswordOwner, isBreached: IsBreached) {
  if (isGuessable(password, wordsOfOwner(owner)))
    return 'That password is easy to guess. Try four unrelated words'
  if (await isBreached(password))
    return 'That password was found in a data breach. Choose one that you don’t use anywhere else'
  return undefined
}

export function isGuessable(password: string, words: string[]): boolean {
  return consistsOf(words, password) || estimator.check(password, words).guesses < LEAST_GUESSES
}
