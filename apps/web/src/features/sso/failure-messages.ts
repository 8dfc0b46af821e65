import type { SsoFailureReason } from 'contract/sso'

export const SSO_MESSAGES: Record<SsoFailureReason, string> = {
  'unknown-domain': 'Single sign-on is not set up for this address.',
  unavailable: 'Your organisation’s sign-in service did not respond.',
  cancelled: 'The sign-in was cancelled at your organisation’s sign-in service.',
  rejected: 'We could not verify the response of your organisation’s sign-in service.',
  'too-weak':
    'Your organisation’s sign-in service did not confirm two-step verification. Ask your administrator.',
  expired: 'This sign-in expired, was already used or started in another browser. Start again.',
  'no-account': 'You don’t have an account here. Ask your administrator for one.',
  inactive: 'Your account is inactive. Ask your administrator.',
  'linked-elsewhere': 'Your account is linked to a different sign-in. Ask your administrator.',
  'too-many': 'Too many sign-ins from your network. Wait a few minutes, then try again.',
  failed: 'We have recorded the error.',
}

export const SSO_FAILURES = Object.keys(SSO_MESSAGES) as SsoFailureReason[]
