import { type PasswordOwner, wordsOfOwner } from 'contract/guessable'
import type { Adapters } from '#adapters/adapters.ts'
import type { ThreadWork } from '#adapters/threads.ts'
import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { run } from './password-worker.ts'

const IS_GUESSABLE: ThreadWork<typeof run> = {
  module: new URL('password-worker.ts', import.meta.url),
  megabytes: 128,
  milliseconds: 5000,
}

export async function refuseWeakPassword(
  { app, tenant }: PublicContext,
  password: string,
  owner: Omit<PasswordOwner, 'tenant'>,
): Promise<void> {
  const fault = await weaknessOf(password, { ...owner, tenant }, app.adapters)
  if (fault === undefined) return
  throw new ApiError('invalid-input', 'You can’t use that password. Choose another password.', {
    fields: { password: fault },
  })
}

/** Undefined when the password is good. */
export async function weaknessOf(
  password: string,
  owner: PasswordOwner,
  { threads, isBreached }: Pick<Adapters, 'threads' | 'isBreached'>,
) {
  if (await threads.run(IS_GUESSABLE, { password, words: wordsOfOwner(owner) }))
    return 'That password is easy to guess. Try four unrelated words.'
  if (await isBreached(password))
    return 'That password was found in a data breach. Choose a password that you don’t use anywhere else.'
  return undefined
}
