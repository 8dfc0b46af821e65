import { type PlaceContext, addressOf, addressFor } from '#support/address-of.ts'
import type { MailContent } from './render-mail.ts'

const NOTHING_CHANGED = 'If this wasn’t you, ignore this email. Nothing has changed.'
export const CONTACT_ADMIN = 'If this wasn’t you, tell your administrator straight away.'
const CHANGE_PASSWORD =
  'If this wasn’t you, change your password and tell your administrator straight away.'
export const SEVEN_DAYS =
  'The link works once and expires in 7 days. If you didn’t expect this email, ignore it. No account will be created.'

export function registerMail(
  tenantContext: PlaceContext,
  email: string,
  signature: string,
): MailContent {
  return {
    subject: 'Finish your registration',
    paragraphs: [
      `Open the link to choose a password. You can then answer assessments at ${tenantContext.tenant.name}.`,
    ],
    action: {
      label: 'Continue registration',
      href: addressFor(tenantContext, `/register/request/${signature}`, email),
    },
    footnote: SEVEN_DAYS,
  }
}

export function knownAddressMail(tenantContext: PlaceContext): MailContent {
  return {
    subject: 'You already have an account',
    paragraphs: [
      `Someone, probably you, tried to register with this address at ${tenantContext.tenant.name}. This address already has an account, so you don’t need to register.`,
      `If you’ve forgotten your password, you can choose a new one: ${addressOf(tenantContext, '/forgot-password')}`,
    ],
    action: { label: 'Sign in', href: addressOf(tenantContext, '/login') },
    footnote: NOTHING_CHANGED,
  }
}

export function resetMail(tenantContext: PlaceContext, signature: string): MailContent {
  return {
    subject: 'Choose a new password',
    paragraphs: [
      `Open the link to choose a new password at ${tenantContext.tenant.name}. You’ll be signed out on all your devices.`,
    ],
    action: {
      label: 'Choose a new password',
      href: addressOf(tenantContext, `/forgot-password/${signature}`),
    },
    footnote:
      'The link works once and expires in 1 hour. If you didn’t expect this email, ignore it. Your password won’t change.',
  }
}

/** A password for an account with single sign-on would bypass the organisation's own sign-in. */
export function singleSignOnMail(tenantContext: PlaceContext): MailContent {
  return {
    subject: 'You sign in with single sign-on',
    paragraphs: [
      `Someone, probably you, requested a new password at ${tenantContext.tenant.name}. You don’t need a password, because you sign in with single sign-on.`,
    ],
    action: { label: 'Sign in', href: addressOf(tenantContext, '/login') },
    footnote: NOTHING_CHANGED,
  }
}

export function passwordChangedMail(tenantContext: PlaceContext, isReset: boolean): MailContent {
  return {
    // With a link one also chooses a first password.
    subject: isReset ? 'You have a new password' : 'Your password was changed',
    paragraphs: [
      isReset
        ? `A new password was chosen for your account at ${tenantContext.tenant.name}.`
        : `The password for your account at ${tenantContext.tenant.name} was changed.`,
      isReset
        ? 'You were signed out on all your devices.'
        : 'You were signed out on your other devices.',
    ],
    action: { label: 'Sign in', href: addressOf(tenantContext, '/login') },
    footnote:
      'If this wasn’t you, choose a new password and tell your administrator straight away.',
  }
}

export function mfaOnMail(): MailContent {
  return {
    subject: 'Two-step verification is on',
    paragraphs: [
      'When you sign in with your password, you now also need a code from your authenticator app. You were signed out on your other devices.',
      CHANGE_PASSWORD,
    ],
  }
}

export function mfaOffMail(): MailContent {
  return {
    subject: 'Two-step verification is off',
    paragraphs: [
      'When you sign in with your password, you no longer need a code from your authenticator app. You were signed out on your other devices.',
      CHANGE_PASSWORD,
    ],
  }
}

export function mfaResetMail(): MailContent {
  return {
    subject: 'Two-step verification was reset',
    paragraphs: [
      'Two-step verification for your account was turned off, and you were signed out on all devices. Your password hasn’t changed. If you sign in with it, set up two-step verification again.',
      'If you didn’t request this, tell your administrator straight away.',
    ],
  }
}

export function recoveryCodeUsedMail(): MailContent {
  return {
    subject: 'A recovery code was used',
    paragraphs: [
      'Someone signed in to your account with a recovery code instead of your authenticator app. Each code works once. You can create new codes in your settings.',
      CHANGE_PASSWORD,
    ],
  }
}

export function recoveryCodesReplacedMail(): MailContent {
  return {
    subject: 'You have new recovery codes',
    paragraphs: [
      'New recovery codes were created in your settings. Your old codes no longer work.',
      CHANGE_PASSWORD,
    ],
  }
}

export function confirmEmailMail(
  tenantContext: PlaceContext,
  name: string,
  path: string,
): MailContent {
  return {
    subject: 'Confirm your new email address',
    paragraphs: [
      `${name} wants to sign in with this address. To confirm the address, open the link while you’re signed in.`,
    ],
    action: { label: 'Confirm the address', href: addressOf(tenantContext, path) },
    footnote:
      'The link works once and expires in 7 days. If you didn’t request this email, ignore it. Nothing will change.',
  }
}

export function emailChangedMail(email: string): MailContent {
  return {
    subject: 'Your email address was changed',
    paragraphs: [`You now sign in with ${email}. ${CONTACT_ADMIN}`],
  }
}

export function testMail(domain: string): MailContent {
  return {
    subject: 'Test email from Waymark',
    paragraphs: [
      `The operator of ${domain} sent this email to check that emails arrive. You don’t need to do anything.`,
    ],
  }
}
