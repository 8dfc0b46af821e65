import { create } from 'zustand'
import { cookieNames, readCookie } from '#core/storage-keys.ts'

export type Consent = 'all' | 'necessary'

const SIX_MONTHS = 182 * 24 * 60 * 60

export const useConsent = create<{ consent: Consent | null }>(() => ({ consent: stored() }))

/** A cookie, because signing out clears local storage. */
export function giveConsent(consent: Consent) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${cookieNames.consent}=${consent}; path=/; max-age=${SIX_MONTHS}; samesite=lax${secure}`
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
