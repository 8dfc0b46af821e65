import { localKeys } from '#core/storage-keys.ts'

/** Keeps this tab's token while its page reloads. */
const RELOAD_KEY = 'pat-app__mfa-reload__'

const MFA_LOCK = 'pat-mfa'
/** Pending while this tab is between the password and the code. */
let mfaSignIn: PromiseWithResolvers<void> | undefined

// However the page is left, the token doesn't stay in local storage. A reload also leaves the page.
addEventListener('pagehide', () => {
  const token = localStorage.getItem(localKeys.mfaToken)
  if (mfaSignIn === undefined || token === null) return
  sessionStorage.setItem(RELOAD_KEY, token)
  localStorage.removeItem(localKeys.mfaToken)
})

export function startMfaSignIn(mfaToken: string) {
  takeReloadToken()
  localStorage.setItem(localKeys.mfaToken, mfaToken)
  const step = (mfaSignIn ??= Promise.withResolvers<void>())
  navigator.locks.request(MFA_LOCK, { steal: true }, () => step.promise).catch(() => undefined)
}

/** False if this tab didn't start it, for example because the address was typed; a reload continues. */
export function continueMfaSignIn() {
  const token = takeReloadToken() ?? localStorage.getItem(localKeys.mfaToken)
  if (token === null || (mfaSignIn === undefined && !wasReloaded())) return false
  startMfaSignIn(token)
  return true
}

/** For every page but `/mfa`, however it was reached. Leaves a sign-in that another tab is at. */
export async function leaveMfaSignIn() {
  takeReloadToken()
  if (mfaSignIn !== undefined) {
    localStorage.removeItem(localKeys.mfaToken)
    mfaSignIn.resolve()
    mfaSignIn = undefined
    return
  }
  await navigator.locks.request(MFA_LOCK, { ifAvailable: true }, (lock) => {
    if (lock) localStorage.removeItem(localKeys.mfaToken)
  })
}

function takeReloadToken() {
  const token = sessionStorage.getItem(RELOAD_KEY)
  sessionStorage.removeItem(RELOAD_KEY)
  return token
}

function wasReloaded() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload'
}
