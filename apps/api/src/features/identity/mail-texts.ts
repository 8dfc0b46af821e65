import type { PublicContext } from '#core/context.ts'
import { addressOf } from '#support/address-of.ts'
import type { NewMail } from '#support/queue-mail.ts'

type Place = Pick<PublicContext, 'app' | 'tenant'>
type Text = Omit<NewMail, 'to'>

export function registerMail(place: Place, email: string, signature: string): Text {
  return {
    subject: 'Finish your registration',
    heading: 'Finish your registration',
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
    heading: 'You already have an account',
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
    heading: 'Choose a new password',
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
    heading: 'You sign in with single sign-on',
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
    heading: 'Your password was changed',
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
    heading: `You are invited to ${name}`,
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
