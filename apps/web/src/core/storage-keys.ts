/** All storage keys. The first two and `theme` come from the specification, section 9. */
export const localKeys = {
  accessToken: 'pat-app__at__',
  mfaToken: 'pat-app__mfa__',
  theme: 'theme',
  shortcuts: 'pat-app__shortcuts__',
  columns: 'pat-app__columns__',
  sidebar: 'pat-app__sidebar__',
} as const

export const sessionKeys = {
  isSessionExpired: 'pat-app__session-expired__',
  isStagingBannerHidden: 'pat-app__staging-banner-hidden__',
  sys: 'pat-app__sys__',
  pendingUploads: 'pat-app__unsent-files__',
} as const

export const cookieNames = {
  xsrf: '__Host-XSRF-TOKEN',
  consent: 'pat-app__cookie-consent__',
  oidc: '__Host-pat_oidc',
} as const

/** Returns false if storing fails, for example in private windows. */
export function storeQuietly(storage: Storage, key: string, value: string | null) {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    return false
  }
  return true
}

export function readCookie(name: string) {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}

export function takeCookie(name: string) {
  const value = readCookie(name)
  // A `__Host-` cookie is deleted only with its original attributes.
  document.cookie = `${name}=; Path=/; Secure; Max-Age=0`
  return value === '' ? null : value
}
