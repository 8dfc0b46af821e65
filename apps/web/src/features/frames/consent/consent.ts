import { COOKIE_MAX_AGE } from 'contract/cookies'
import { create } from 'zustand'
import { CONSENT_COOKIE, readCookie, writeCookie } from '#core/storage-keys.ts'

export type Consent = 'all' | 'necessary'

export const useConsent = create<{ consent: Consent | null }>(() => ({ consent: stored() }))

/** A cookie, because signing out clears local storage. */
export function giveConsent(consent: Consent) {
  writeCookie(CONSENT_COOKIE, consent, COOKIE_MAX_AGE)
  useConsent.setState({ consent })
}

export function withdrawConsent() {
  writeCookie(CONSENT_COOKIE, '', 0)
  useConsent.setState({ consent: null })
}

/** Each visit renews the choice. */
function stored(): Consent | null {
  const value = readCookie(CONSENT_COOKIE)
  if (value !== 'all' && value !== 'necessary') return null
  writeCookie(CONSENT_COOKIE, value, COOKIE_MAX_AGE)
  return value
}
