/** Every cookie that the server sets. */
export type CookieName =
  | 'pat_rt'
  | 'pat_oidc'
  | 'XSRF-TOKEN'
  | 'csrf'
  // Of the previous release only; pages now keep the proof.
  | 'pat_device'
  | 'sso_tx'
  | 'sso_unsolicited'
  | 'hp'
  | 'hv'

/** The prefix binds a cookie to one host. It needs `Secure`, and from http some browsers keep no such cookie. */
export function cookieName(name: CookieName, protocol: string): string {
  return protocol === 'https:' ? `__Host-${name}` : name
}

/** Seconds. Specification, section 9. */
export const COOKIE_MAX_AGE = 86_400

/** Names the proof that an account has signed in with this browser before, in requests and answers. */
export const DEVICE_HEADER = 'x-known-device'
