/** Why single sign-on failed. The page has a sentence for each. Without zod, for the web's addresses. */
export const SSO_FAILURES = [
  'unknown-domain',
  'unavailable',
  'unreachable',
  'cancelled',
  'rejected',
  'too-weak',
  'expired',
  'no-account',
  'inactive',
  'linked-elsewhere',
  'too-many',
  'failed',
] as const
