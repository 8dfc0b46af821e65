// Pages that lead away from signing in again, or to a stranger's choice of account.
const NEVER = /^\/(login|mfa|auth|register|forgot-password)(\/|\?|#|$)/
const HERE = 'https://here.invalid'

/** The path to go on to: `value` when it certainly stays within the application, else `/`. */
export function safeRedirect(value: string | undefined): string {
  if (value === undefined || !/^\/(?![/\\])/.test(value)) return '/'
  // Browsers drop tabs and line breaks and read a backslash as a slash.
  if (/[\p{Cc}\\]/u.test(value) || !URL.canParse(value, HERE)) return '/'
  const url = new URL(value, HERE)
  const path = url.pathname + url.search + url.hash
  const isElsewhere = url.origin !== HERE || path.startsWith('//') || NEVER.test(path.toLowerCase())
  return isElsewhere ? '/' : path
}
