import { create } from 'zustand'
import { CONSENT_COOKIE, readCookie, writeCookie } from '#core/storage-keys.ts'

export type Consent = 'all' | 'necessary'

/** The specification, section 9. */
const ONE_DAY = 86_400

export const useConsent = create<{ consent: Consent | null }>(() => ({ consent: stored() }))

/** A cookie, because signing out clears local storage. */
export function giveConsent(consent: Consent) {
  writeCookie(CONSENT_COOKIE, consent, ONE_DAY)
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
  writeCookie(CONSENT_COOKIE, value, ONE_DAY)
  return value
}
