import { hasPlatformRole } from 'contract/roles'
import { plural } from 'rules/plural'
import { type PlaceContext, addressOf } from '#support/address-of.ts'
import type { NewMail } from '#support/queue-mail.ts'

type Text = Omit<NewMail, 'to'>

const NOTHING_CHANGED = 'If this wasn’t you, ignore this email. Nothing has changed.'
const CONTACT_ADMIN = 'If this wasn’t you, tell your administrator straight away.'
const CHANGE_PASSWORD =
  'If this wasn’t you, change your password and tell your administrator straight away.'
const SEVEN_DAYS =
  'The link works once and expires in 7 days. If you didn’t expect this email, ignore it. No account will be created.'

export function registerMail(tenantContext: PlaceContext, email: string, signature: string): Text {
  return {
    subject: 'Finish your registration',
    paragraphs: [
      `Open the link to choose a password. You can then start your first assessment at ${tenantContext.tenant.name}.`,
    ],
    action: {
      label: 'Continue registration',
      href: linkAddress(tenantContext, `/register/request/${signature}`, email),
    },
    footnote: SEVEN_DAYS,
  }
}

export function knownAddressMail(tenantContext: PlaceContext): Text {
  return {
    subject: 'You already have an account',
    paragraphs: [
      `Someone, probably you, tried to register with this address at ${tenantContext.tenant.name}. You already have an account, so you can sign in.`,
      `If you’ve forgotten your password, you can choose a new one: ${addressOf(tenantContext, '/forgot-password')}`,
    ],
    action: { label: 'Sign in', href: addressOf(tenantContext, '/login') },
    footnote: NOTHING_CHANGED,
  }
}

export function resetMail(tenantContext: PlaceContext, signature: string): Text {
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
      'The link works once and expires in 1 hour. If you didn’t request this email, ignore it. Your password won’t change.',
  }
}

/** A password for an account with single sign-on would bypass the organisation's own sign-in. */
export function singleSignOnMail(tenantContext: PlaceContext): Text {
  return {
    subject: 'You sign in with single sign-on',
    paragraphs: [
      `Someone, probably you, requested a new password at ${tenantContext.tenant.name}. You don’t need a password, because you sign in with your organisation’s account.`,
    ],
    action: { label: 'Sign in', href: addressOf(tenantContext, '/login') },
    footnote: NOTHING_CHANGED,
  }
}

export function passwordChangedMail(tenantContext: PlaceContext, isReset: boolean): Text {
  return {
    subject: 'Your password was changed',
    paragraphs: [
      `The password for your account at ${tenantContext.tenant.name} was changed.`,
      isReset
        ? 'You were signed out on all your devices.'
        : 'You were signed out on your other devices.',
    ],
    action: { label: 'Sign in', href: addressOf(tenantContext, '/login') },
    footnote:
      'If this wasn’t you, choose a new password and tell your administrator straight away.',
  }
}

type Task = { title: string; statements: number }

interface InviteText {
  email: string
  signature: string
  inviter: string
  /** What the person will answer, if anything is published. */
  task: Task | undefined
  until: Date
}

/** Two answers to a statement take about half a minute. */
const STATEMENTS_IN_TEN_MINUTES = 20

function taskText({ title, statements }: Task) {
  const minutes = 10 * Math.max(1, Math.round(statements / STATEMENTS_IN_TEN_MINUTES))
  const time = minutes < 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  const size = plural(statements, { one: '# statement', other: '# statements' })
  return `You answer ${size} of “${title}”: where you are now, and where you want to be. This takes about ${time}. You can stop at any time and continue later.`
}

export function inviteMail(
  tenantContext: PlaceContext,
  { email, signature, inviter, task, until }: InviteText,
): Text {
  const { name, timeZone } = tenantContext.tenant
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(until)
  return {
    subject: `You’re invited to join ${name}`,
    paragraphs: [
      `${inviter} has invited you to join ${name} in Waymark. There, organisations find out how mature their practice is and what to do next.`,
      ...(task ? [taskText(task)] : []),
      `Open the link by ${day.replace(',', '')} to choose a password.`,
    ],
    action: { label: 'Accept invitation', href: inviteAddress(tenantContext, email, signature) },
    footnote: SEVEN_DAYS,
  }
}

/** The page that accepts an invitation. */
export function inviteAddress(
  tenantContext: PlaceContext,
  email: string,
  signature: string,
): string {
  return linkAddress(tenantContext, `/register/invite/${signature}`, email)
}

// Encoded, because a bare `+` in an address would be read as a space.
function linkAddress(tenantContext: PlaceContext, path: string, email: string) {
  return addressOf(tenantContext, `${path}?email=${encodeURIComponent(email)}`)
}

export const MFA_ON: Text = {
  subject: 'Two-step verification is on',
  paragraphs: [
    'When you sign in with your password, you now also need a code from your authenticator app. You were signed out on your other devices.',
    CHANGE_PASSWORD,
  ],
}

export const MFA_OFF: Text = {
  subject: 'Two-step verification is off',
  paragraphs: [
    'You now sign in with your password only. You were signed out on your other devices.',
    CHANGE_PASSWORD,
  ],
}

export const MFA_RESET: Text = {
  subject: 'Two-step verification was reset',
  paragraphs: [
    'An administrator turned off two-step verification for your account and signed you out on all devices. Sign in with your password, which hasn’t changed. Then set up two-step verification again.',
    'If you didn’t request this, tell your administrator straight away.',
  ],
}

export const RECOVERY_CODE_USED: Text = {
  subject: 'A recovery code was used',
  paragraphs: [
    'Someone signed in to your account with a recovery code instead of your authenticator app. Each code works once. You can create new codes in your settings.',
    CHANGE_PASSWORD,
  ],
}

export const RECOVERY_CODES_REPLACED: Text = {
  subject: 'You have new recovery codes',
  paragraphs: [
    'New recovery codes were created in your settings. Your old codes no longer work.',
    CHANGE_PASSWORD,
  ],
}

export function linkedMail(name: string): Text {
  return {
    subject: 'A sign-in method was added',
    paragraphs: [
      `Your account is now linked to ${name}. From now on, sign in with ${name} instead of a password. You can unlink ${name} in your settings.`,
      CONTACT_ADMIN,
    ],
  }
}

export function unlinkedMail(name: string): Text {
  return {
    subject: 'A sign-in method was removed',
    paragraphs: [
      `Your account is no longer linked to ${name}. You were signed out on your other devices.`,
      CONTACT_ADMIN,
    ],
  }
}

/** Accounts with access to other organisations are linked by hand only. */
export function unlinkedByAdminMail(
  name: string,
  user: { email: string; roles: string[]; provider_email: string | null },
): Text {
  const address = user.provider_email ?? user.email
  const next = hasPlatformRole(user.roles)
    ? `To sign in with ${name} again, link it in your settings.`
    : `The next time you sign in with ${name}, within 90 days, your account is linked again if ${name} sends the address ${address}. If you have another address there, tell your administrator before you sign in.`
  return {
    subject: 'A sign-in method was removed',
    paragraphs: [
      `An administrator removed the link between your account and ${name}, and signed you out. Your data is unchanged. ${next}`,
      'If you didn’t expect this, ask your administrator.',
    ],
  }
}

type Place = PlaceContext['tenant']

export function connectionMail(
  tenantContext: PlaceContext,
  {
    actor,
    done,
    domain,
    owner,
    signsIn,
    former,
  }: { actor: string; done: string; domain: string; owner: Place; signsIn: Place; former: Place },
): Text {
  const effect =
    signsIn.id === former.id
      ? `It decides who can sign in at ${signsIn.name}.`
      : `It now decides who can sign in at ${signsIn.name}, and no longer at ${former.name}.`
  const text = `${actor} ${done} the single sign-on connection for ${domain}. ${effect}`
  const subject = 'Single sign-on was changed'
  if (tenantContext.tenant.id !== owner.id)
    return {
      subject,
      paragraphs: [
        `${text} The connection belongs to ${owner.name}.`,
        'If you didn’t expect this, ask a god-admin straight away.',
      ],
    }
  return {
    subject,
    paragraphs: [
      text,
      'If you didn’t expect this, check the connection and the audit log straight away.',
    ],
    action: {
      label: 'Open the organisation',
      href: addressOf(tenantContext, '/admin/organisation'),
    },
  }
}

export function signInRulesMail(
  tenantContext: PlaceContext,
  { actor, changes }: { actor: string; changes: string[] },
): Text {
  return {
    subject: 'The rules for signing in were changed',
    paragraphs: [
      `${actor} changed how users sign in at ${tenantContext.tenant.name}. ${changes.join(' ')}`,
      'If you didn’t expect this, check the organisation and the audit log straight away.',
    ],
    action: {
      label: 'Open the organisation',
      href: addressOf(tenantContext, '/admin/organisation'),
    },
  }
}

export function confirmEmailMail(tenantContext: PlaceContext, name: string, path: string): Text {
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

export function emailChangedMail(email: string): Text {
  return {
    subject: 'Your email address was changed',
    paragraphs: [`You now sign in with ${email}. ${CONTACT_ADMIN}`],
  }
}
