// Pages that sign in again, or let a stranger choose the account.
const NEVER = /^\/(login|mfa|auth|register|forgot-password)(\/|\?|#|$)/
const HERE = 'https://here.invalid'

/** `value` if it is a path within the application, otherwise `/`. */
export function safeRedirect(value: string | undefined): string {
  if (value === undefined || !/^\/(?![/\\])/.test(value)) return '/'
  // Browsers drop tabs and line breaks and read a backslash as a slash.
  if (/[\p{Cc}\\]/u.test(value) || !URL.canParse(value, HERE)) return '/'
  const url = new URL(value, HERE)
  const path = url.pathname + url.search + url.hash
  const isElsewhere = url.origin !== HERE || path.startsWith('//') || NEVER.test(path.toLowerCase())
  return isElsewhere ? '/' : path
}
