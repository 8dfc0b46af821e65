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
  mfaReload: 'pat-app__mfa-reload__',
  isSessionExpired: 'pat-app__session-expired__',
  isStagingBannerHidden: 'pat-app__staging-banner-hidden__',
  sys: 'pat-app__sys__',
  pendingUploads: 'pat-app__unsent-files__',
} as const

/** Outlives every session, so it isn't in local storage. */
export const CONSENT_COOKIE = 'pat-app__cookie-consent__'

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

/** Sets it for these seconds. A cookie with the prefix `__Host-` is changed only with its original attributes. */
export function writeCookie(name: string, value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`
}
