import { ApiError } from '#core/api-error.ts'
import { type localKeys, storeQuietly } from '#core/storage-keys.ts'

export const NOT_STORED =
  'Your browser can’t store data for this site. Allow cookies and site data in its settings, or free up disk space, then try again.'

/** Some browsers show storage and refuse to write to it. Without its token nobody stays signed in. */
export function storeToken(
  key: (typeof localKeys)['accessToken' | 'mfaToken'],
  token: string,
): void {
  if (storeQuietly(localStorage, key, token)) return
  throw new ApiError({ status: 0, code: 'not-stored', message: NOT_STORED })
}
