import { hasCode, type ApiError } from '#core/api-error.ts'

const DEMANDS = ['terms-not-accepted', 'mfa-setup-required'] as const
const IN_BETWEEN = new Set<string>([...DEMANDS, 'organisation-suspended', 'xsrf-refused'])

/** Says nothing about what was sent: the way to the server, the session or what comes before it are in between. */
export function isPassing({ status, code }: ApiError) {
  return status < 400 || status >= 500 || status === 401 || status === 429 || IN_BETWEEN.has(code)
}

export function isNewDemand(error: unknown) {
  return hasCode(error, ...DEMANDS)
}
