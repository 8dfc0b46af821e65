import { isRefused } from '#core/api-error.ts'
import { inTurn } from '#core/in-turn.ts'
import { localKeys, sessionKeys, storeQuietly } from '#core/storage-keys.ts'
import { storeToken } from '#core/store-token.ts'
import { cutOff, send } from '#core/transport.ts'

/** Why a session started or ended; `elsewhere`: in another tab, or on another page while this one was left. */
export type SessionChange = 'signed-in' | 'signed-out' | 'expired' | 'elsewhere'

const listeners = new Set<(change: SessionChange) => void>()

export function onSessionChange(listener: (change: SessionChange) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function accessToken() {
  return localStorage.getItem(localKeys.accessToken)
}

/** The user of the current token; another tab may have signed in a different user. */
export function signedInId() {
  const claims = accessToken()?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
  if (claims === undefined) return null
  const { sub } = JSON.parse(atob(claims)) as { sub?: string }
  return Number(sub)
}

export function hasSession() {
  return accessToken() !== null
}

/** Removes the old session first, so that other tabs don't mistake the change for a refresh. */
export function startSession(token: string) {
  clearOurKeys()
  storeToken(localKeys.accessToken, token)
  storeQuietly(sessionStorage, sessionKeys.isSessionExpired, null)
  announce('signed-in')
}

/** Between the password and the code. */
export const mfaSignIn = () => import('#core/mfa-sign-in.ts')

export function endSession(change: 'signed-out' | 'expired') {
  clearOurKeys()
  if (change === 'expired') storeQuietly(sessionStorage, sessionKeys.isSessionExpired, 'true')
  announce(change)
}

export async function logout() {
  await send({ method: 'POST', path: '/logout' }).catch(() => undefined)
  endSession('signed-out')
}

/**
 * Returns a newer access token than `stale`, or null if the session is over. One refresh at a time across tabs; a tab
 * that waited finds the new token in storage. Network and server errors are thrown, because the session may be valid.
 */
export function refresh(stale: string): Promise<string | null> {
  return inTurn('pat-refresh', async () => {
    const stored = accessToken()
    if (stored !== stale) return stored
    try {
      const response = await send({ method: 'POST', path: '/refresh-token' })
      const { token } = (await response.json().catch(cutOff())) as { token: string }
      storeToken(localKeys.accessToken, token)
      return token
    } catch (error) {
      if (!isRefused(error) || error.status === 429) throw error
      endSession('expired')
      return null
    }
  })
}

export function isSessionExpired() {
  return sessionStorage.getItem(sessionKeys.isSessionExpired) !== null
}

/** Follows changes in other tabs; `key` is null if they cleared everything. */
export function followOtherTabs() {
  window.addEventListener('storage', ({ key, oldValue, newValue, storageArea }) => {
    if (storageArea !== localStorage) return
    const isSwitch = key === localKeys.accessToken && (oldValue === null) !== (newValue === null)
    if (key === null || isSwitch) announce('elsewhere')
  })
}

// Keeps the theme, consent and a sign-in in progress in another tab.
function clearOurKeys() {
  localStorage.removeItem(localKeys.accessToken)
  localStorage.removeItem(localKeys.mfaToken)
  for (const key of [sessionKeys.mfaReload, sessionKeys.pendingUploads])
    storeQuietly(sessionStorage, key, null)
}

export function announce(change: SessionChange) {
  for (const listener of listeners) listener(change)
}
