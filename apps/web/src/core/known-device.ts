import { DEVICE_HEADER } from 'contract/cookies'
import { storeQuietly } from '#core/storage-keys.ts'
import type { CallInit } from '#core/transport.ts'

/** Stays when a session ends: it lets its owner sign in here while others enter wrong passwords elsewhere. */
export const DEVICE_KEY = 'pat-app__device__'

const PROOF = /^[\w-]+\.[\w-]+$/

/** For calls with a password or a verification code only: shows the proof that this browser is known, and keeps a new one. */
export function asKnownDevice(): CallInit {
  const proof = localStorage.getItem(DEVICE_KEY)
  return {
    ...(proof !== null && PROOF.test(proof) && { headers: { [DEVICE_HEADER]: proof } }),
    onAnswer: ({ headers }) => {
      const given = headers.get(DEVICE_HEADER)
      if (given !== null) storeQuietly(localStorage, DEVICE_KEY, given)
    },
  }
}
