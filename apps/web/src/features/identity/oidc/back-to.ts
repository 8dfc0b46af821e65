// The paths at which a sign-in may continue on another host.
const PATHS = new Set(['/auth/sso/process-signin', '/api/auth/handover/start'])

/** The address if it belongs to this installation, else null. */
export function safeBackTo(value: string, baseDomain: string): string | null {
  // Browsers drop tabs and line breaks and read a backslash as a slash.
  if (/[\s\p{Cc}\\]/u.test(value) || !URL.canParse(value)) return null
  const url = new URL(value)
  const isOurs = url.hostname === baseDomain || url.hostname.endsWith(`.${baseDomain}`)
  const isPlain = url.username === '' && url.password === '' && url.hash === ''
  return isOurs && isPlain && isSafeProtocol(url) && PATHS.has(url.pathname) ? url.href : null
}

function isSafeProtocol({ protocol, hostname }: URL) {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}
