import type { PublicContext } from '#core/context.ts'
import { addressOf } from '#support/address-of.ts'
import type { NewMail } from '#support/queue-mail.ts'

type Place = Pick<PublicContext, 'app' | 'tenant'>
type Text = Omit<NewMail, 'to'>

export function registerMail(place: Place, email: string, signature: string): Text {
  return {
    subject: 'Finish your registration',
    paragraphs: [
      `Open the link to choose a password. You can then start your first assessment at ${place.tenant.name}.`,
    ],
    action: {
      label: 'Continue registration',
      href: linkAddress(place, `/register/request/${signature}`, email),
    },
    footnote:
      'The link works once, for 7 days. If you did not ask for it, ignore this mail: no account is made.',
  }
}

export function knownAddressMail(place: Place): Text {
  return {
    subject: 'You already have an account',
    paragraphs: [
      `Somebody, probably you, asked to register with this address at ${place.tenant.name}. It has an account already, so just sign in.`,
      `If you no longer know your password, set a new one at ${addressOf(place, '/forgot-password')}`,
    ],
    action: { label: 'Sign in', href: addressOf(place, '/login') },
    footnote: 'If it was not you, ignore this mail: nothing was changed.',
  }
}

export function resetMail(place: Place, signature: string): Text {
  return {
    subject: 'Choose a new password',
    paragraphs: [
      `Open the link to choose a new password at ${place.tenant.name}. Everywhere that you are signed in you will be signed out.`,
    ],
    action: {
      label: 'Choose a new password',
      href: addressOf(place, `/forgot-password/${signature}`),
    },
    footnote:
      'The link works once, for 1 hour. If you did not ask for it, ignore this mail: your password stays as it is.',
  }
}

/** For people without a password or the right to use it: one here would be a way round their organisation's own sign-in. */
export function singleSignOnMail(place: Place): Text {
  return {
    subject: 'You sign in with single sign-on',
    paragraphs: [
      `Somebody, probably you, asked for a new password at ${place.tenant.name}. You need none: you sign in with your organisation’s own account.`,
    ],
    action: { label: 'Sign in', href: addressOf(place, '/login') },
    footnote: 'If it was not you, ignore this mail: nothing was changed.',
  }
}

export function passwordChangedMail(place: Place): Text {
  return {
    subject: 'Your password was changed',
    paragraphs: [
      `A new password was set for your account at ${place.tenant.name}, and every device was signed out.`,
    ],
    action: { label: 'Sign in', href: addressOf(place, '/login') },
    footnote: 'If it was not you, set a new password at once and tell your administrator.',
  }
}

export function inviteMail(
  place: Place,
  { email, signature, inviter }: { email: string; signature: string; inviter: string },
): Text {
  const { name } = place.tenant
  return {
    subject: `You are invited to ${name}`,
    paragraphs: [
      `${inviter} invites you to join ${name} in Waymark. Open the link to choose a password.`,
    ],
    action: {
      label: 'Accept the invitation',
      href: inviteAddress(place, email, signature),
    },
    footnote:
      'The link works once, for 7 days. If you did not expect it, ignore this mail: no account is made.',
  }
}

/** Where an invitation is accepted. */
export function inviteAddress(place: Place, email: string, signature: string): string {
  return linkAddress(place, `/register/invite/${signature}`, email)
}

// Encoded: a bare `+` in an address would be read as a space.
function linkAddress(place: Place, path: string, email: string) {
  return addressOf(place, `${path}?email=${encodeURIComponent(email)}`)
}

const TELL_AT_ONCE = 'If this was not you, tell your administrator at once.'
const CHANGE_AND_TELL =
  'If this was not you, change your password and tell your administrator at once.'

export const MFA_ON: Text = {
  subject: 'Two-step sign-in is on',
  paragraphs: [
    'From now on signing in with your password also takes a code from your authenticator app. You were signed out on every other device.',
    CHANGE_AND_TELL,
  ],
}

export const MFA_OFF: Text = {
  subject: 'Two-step sign-in is off',
  paragraphs: [
    'From now on your password alone signs you in. You were signed out on every other device.',
    CHANGE_AND_TELL,
  ],
}

export const MFA_RESET: Text = {
  subject: 'Two-step sign-in was reset',
  paragraphs: [
    'An administrator turned off the two-step sign-in of your account and signed you out everywhere. Your password is unchanged: sign in with it and set two-step sign-in up again.',
    'If you did not ask for this, tell your administrator at once.',
  ],
}

export const RECOVERY_CODE_USED: Text = {
  subject: 'A recovery code was used',
  paragraphs: [
    'Somebody signed in to your account with one of your recovery codes instead of your authenticator app. Each code works once; you can make new ones in the settings.',
    CHANGE_AND_TELL,
  ],
}

export function linkedMail(name: string): Text {
  return {
    subject: 'A way to sign in was added',
    paragraphs: [
      `Your account is linked to ${name}: from now on you sign in with it instead of a password. You can unlink it in the settings.`,
      TELL_AT_ONCE,
    ],
  }
}

export function unlinkedMail(name: string): Text {
  return {
    subject: 'A way to sign in was removed',
    paragraphs: [
      `Your account is no longer linked to ${name}. You were signed out on every other device.`,
      TELL_AT_ONCE,
    ],
  }
}
