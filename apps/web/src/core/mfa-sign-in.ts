import { inTurn } from '#core/in-turn.ts'
import { localKeys, sessionKeys, storeQuietly } from '#core/storage-keys.ts'
import { storeToken } from '#core/store-token.ts'

const MFA_LOCK = 'pat-mfa'
/** Pending while this tab is between the password and the code. */
let mfaSignIn: PromiseWithResolvers<void> | undefined
let mayContinue = wasReloaded()

// Only for a reload does the token outlive its page, in this tab; browsers without this event end the sign-in then too.
addEventListener('pageswap', ({ activation }) => {
  const token = localStorage.getItem(localKeys.mfaToken)
  const pad = padOfPage()
  if (mfaSignIn === undefined || token === null || pad === undefined) return
  if (activation?.navigationType === 'reload')
    storeQuietly(sessionStorage, sessionKeys.mfaReload, combined(token, pad))
})

// However the page is left. Going back to it must not continue either, not even with another tab's token.
addEventListener('pagehide', () => {
  mayContinue = false
  if (mfaSignIn !== undefined) end(mfaSignIn)
})

export function startMfaSignIn(mfaToken: string) {
  takeReloadToken()
  storeToken(localKeys.mfaToken, mfaToken)
  const step = (mfaSignIn ??= Promise.withResolvers<void>())
  navigator.locks.request(MFA_LOCK, { steal: true }, () => step.promise).catch(() => undefined)
}

/**
 * Lets a reload of this page continue. Something else may answer it, such as a page about maintenance, which leaves the
 * copy where it is. So the copy is of no use without random numbers that only the page's place in the history has.
 */
export function prepareReload() {
  const { length } = localStorage.getItem(localKeys.mfaToken) ?? ''
  const pad = [...crypto.getRandomValues(new Uint8Array(length))]
  // The router's own would take it for a new address.
  History.prototype.replaceState.call(history, { ...(history.state as object), pad }, '')
}

/** False if this tab didn't start it, for example because the address was typed; a reload continues. */
export function continueMfaSignIn() {
  const token = takeReloadToken() ?? localStorage.getItem(localKeys.mfaToken)
  if (token === null || (mfaSignIn === undefined && !mayContinue)) return false
  startMfaSignIn(token)
  return true
}

/** For every page but `/mfa`, however it was reached. Leaves a sign-in that another tab is at. */
export async function leaveMfaSignIn() {
  takeReloadToken()
  mayContinue = false
  if (mfaSignIn !== undefined) {
    end(mfaSignIn)
    return
  }
  const leave = async (lock: Lock | null) => {
    if (lock) localStorage.removeItem(localKeys.mfaToken)
  }
  await inTurn(MFA_LOCK, leave, { ifAvailable: true })
}

function end(step: PromiseWithResolvers<void>) {
  localStorage.removeItem(localKeys.mfaToken)
  step.resolve()
  mfaSignIn = undefined
}

function takeReloadToken() {
  const copy = sessionStorage.getItem(sessionKeys.mfaReload)
  sessionStorage.removeItem(sessionKeys.mfaReload)
  const pad = padOfPage()
  return copy === null || pad === undefined ? null : combined(copy, pad)
}

function padOfPage() {
  return (history.state as { pad?: number[] } | null)?.pad
}

/** Of the text its copy, and of the copy the text. */
function combined(text: string, pad: readonly number[]) {
  const codes = pad.map((number, at) => number ^ text.charCodeAt(at))
  return String.fromCharCode(...codes)
}

function wasReloaded() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload'
}
