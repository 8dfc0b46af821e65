import { COOKIE_MAX_AGE } from 'contract/cookies'
import { CONSENT_COOKIE, readCookie, writeCookie } from '#core/storage-keys.ts'

/** Each visit renews the cookie. All are necessary, so there is nothing to choose; who once accepted all keeps that. */
export function renewConsent() {
  writeCookie(CONSENT_COOKIE, readCookie(CONSENT_COOKIE) ?? 'necessary', COOKIE_MAX_AGE)
}
