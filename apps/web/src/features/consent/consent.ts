import { create } from 'zustand'
import { cookieNames, readCookie } from '#core/storage-keys.ts'

export type Consent = 'all' | 'necessary'

const HALF_A_YEAR = 182 * 24 * 60 * 60

export const useConsent = create<{ consent: Consent | null }>(() => ({ consent: stored() }))

/** A cookie and not local storage, so that clearing the session leaves the choice alone. */
export function giveConsent(consent: Consent) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${cookieNames.consent}=${consent}; path=/; max-age=${HALF_A_YEAR}; samesite=lax${secure}`
  useConsent.setState({ consent })
}

export function withdrawConsent() {
  document.cookie = `${cookieNames.consent}=; path=/; max-age=0; samesite=lax`
  useConsent.setState({ consent: null })
}

function stored(): Consent | null {
  const value = readCookie(cookieNames.consent)
  return value === 'all' || value === 'necessary' ? value : null
}
