import { localKeys } from '#core/storage-keys.ts'

const MFA_LOCK = 'pat-mfa'
/** Pending while this tab is between the password and the code. */
let mfaSignIn: PromiseWithResolvers<void> | undefined

export function startMfaSignIn(mfaToken: string) {
  localStorage.setItem(localKeys.mfaToken, mfaToken)
  holdMfaSignIn()
}

/** False if this tab didn't start it, for example because the address was typed; a reload continues. */
export function continueMfaSignIn() {
  if (localStorage.getItem(localKeys.mfaToken) === null) return false
  if (mfaSignIn === undefined && !wasReloaded()) return false
  holdMfaSignIn()
  return true
}

/** For every page but `/mfa`, however it was reached. Leaves a sign-in that another tab is at. */
export async function leaveMfaSignIn() {
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

function holdMfaSignIn() {
  const step = (mfaSignIn ??= Promise.withResolvers<void>())
  navigator.locks.request(MFA_LOCK, { steal: true }, () => step.promise).catch(() => undefined)
}

function wasReloaded() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload'
}
