import type { SsoFailureReason } from 'contract/sso'

export const SSO_MESSAGES: Record<SsoFailureReason, string> = {
  'unknown-domain':
    'Single sign-on is not set up for this address. Check the address, or ask your administrator for help.',
  unavailable: 'Your organisation’s sign-in service did not respond. Try again in a moment.',
  unreachable:
    'We can’t connect to your organisation’s sign-in service. Ask your organisation’s administrator for help.',
  cancelled: 'Single sign-on was cancelled. Start again.',
  rejected:
    'We could not verify the response from your organisation’s sign-in service. Try again, or ask your administrator for help.',
  'too-weak':
    'Your organisation’s sign-in service did not confirm two-step verification. Ask your administrator for help.',
  expired:
    'This sign-in has expired, has already been used or was started in another browser. Start again.',
  'no-account': 'You don’t have an account here. Ask your administrator for one.',
  inactive: 'Your account is inactive. Ask your administrator to activate it.',
  'linked-elsewhere':
    'Your account is linked to a different single sign-on account. Ask your administrator for help.',
  'too-many': 'Too many sign-in attempts from your network. Wait a few minutes, then try again.',
  failed: 'We have recorded the error. Try again later.',
}
