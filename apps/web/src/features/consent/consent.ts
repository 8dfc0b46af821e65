import { create } from 'zustand'
import { CONSENT_COOKIE, readCookie, writeCookie } from '#core/storage-keys.ts'

export type Consent = 'all' | 'necessary'

const SIX_MONTHS = 182 * 24 * 60 * 60

export const useConsent = create<{ consent: Consent | null }>(() => ({ consent: stored() }))

/** A cookie, because signing out clears local storage. */
export function giveConsent(consent: Consent) {
  writeCookie(CONSENT_COOKIE, consent, SIX_MONTHS)
  useConsent.setState({ consent })
}

export function withdrawConsent() {
  writeCookie(CONSENT_COOKIE, '', 0)
  useConsent.setState({ consent: null })
}

function stored(): Consent | null {
  const value = readCookie(CONSENT_COOKIE)
  return value === 'all' || value === 'necessary' ? value : null
}
