import type { SsoFailureReason } from 'contract/sso'

const MESSAGES: Record<SsoFailureReason, string> = {
  'unknown-domain':
    'We found no single sign-on that you can use here. Check your email address or the link that you opened, or ask your administrator for help.',
  unavailable: 'Your organisation’s sign-in provider did not respond. Try again in a moment.',
  unreachable:
    'We can’t connect to your organisation’s sign-in provider. Ask your administrator for help.',
  cancelled: 'Single sign-on was cancelled. Start again.',
  refused:
    'Your organisation’s sign-in provider refused to sign you in. Ask your administrator for help. They can see why in the audit log.',
  rejected:
    'We could not verify the response from your organisation’s sign-in provider. Try again, or ask your administrator for help.',
  misconfigured:
    'Your organisation’s sign-in provider and Waymark are not set up to work together. Ask your administrator for help. They can see what to change in the audit log.',
  'too-weak':
    'Your organisation’s sign-in provider did not confirm two-step verification. Ask your administrator for help.',
  expired:
    'This sign-in has expired, has already been used or was started in another browser. Start again. If you see this again, allow cookies for this site in your browser’s settings.',
  changed:
    'Single sign-on was changed, turned off or removed here while you signed in. Start again, or ask your administrator for help.',
  'no-email':
    'Your organisation’s sign-in provider did not send a usable email address. Ask your administrator to add your email address there.',
  'other-domain':
    'You can’t use your email address with this single sign-on. Start again with your work address, or ask your administrator for help.',
  unverified:
    'Your organisation’s sign-in provider has not verified your email address. Verify it there, then start again.',
  'link-by-hand':
    'Your account can only be linked in your settings. Sign in with your password, then link single sign-on there.',
  'no-account': 'You don’t have an account here. Ask your administrator for one.',
  inactive: 'Your account is inactive. Ask your administrator to activate it.',
  'linked-elsewhere':
    'Your account is linked to a different single sign-on account. Ask your administrator to remove that link, then start again.',
  'too-many': 'Too many sign-in attempts from your network. Wait a few minutes, then try again.',
  failed: 'We have recorded the error. Try again later.',
}

/** The sentence for a reason in an address; undefined if there is no such reason. */
export function ssoMessage(reason: string | undefined): string | undefined {
  return Object.entries(MESSAGES).find(([known]) => known === reason)?.[1]
}
