import type { SsoFailureReason } from 'contract/sso'

export const WORDS: Record<SsoFailureReason, string> = {
  'unknown-domain': 'Single sign-on is not set up for this address.',
  unavailable: 'Your organisation’s sign-in service did not answer.',
  cancelled: 'The sign-in was cancelled at your organisation’s sign-in service.',
  rejected: 'The answer of your organisation’s sign-in service could not be verified.',
  'too-weak':
    'Your organisation’s sign-in service did not confirm the second step that is asked for here. Ask your administrator.',
  expired:
    'This sign-in took too long, was used already, or began in another browser. Start again.',
  'no-account': 'There is no account for you here. Ask your administrator for one.',
  inactive: 'Your account is deactivated. Ask your administrator.',
  'linked-elsewhere': 'Your account is linked to another identity. Ask your administrator.',
  'too-many': 'There were too many sign-ins from your network. Wait a few minutes.',
  failed: 'It has been recorded.',
}

export const SSO_FAILURES = Object.keys(WORDS) as SsoFailureReason[]
