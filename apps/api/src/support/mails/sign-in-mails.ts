import { hasPlatformRole } from 'contract/roles'
import { type PlaceContext, addressOf } from '#support/address-of.ts'
import { CONTACT_ADMIN } from './account-mails.ts'
import type { MailContent } from './render-mail.ts'

export function linkedMail(name: string): MailContent {
  return {
    subject: 'A sign-in method was added',
    paragraphs: [
      `Your account is now linked to ${name}, so you can sign in with ${name}. If you used a password until now, use ${name} instead. You can manage your sign-in methods in your settings.`,
      CONTACT_ADMIN,
    ],
  }
}

export function unlinkedMail(name: string): MailContent {
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
): MailContent {
  const address = user.provider_email ?? user.email
  const next = hasPlatformRole(user.roles)
    ? `To sign in with ${name} again, link it in your settings.`
    : `If you sign in with ${name} within 90 days, your account is linked again, as long as your address at ${name} is ${address}. If your address there is different, tell your administrator before you sign in.`
  return {
    subject: 'A sign-in method was removed',
    paragraphs: [
      `An admin removed the link between your account and ${name}, and signed you out. Your data is unchanged. ${next}`,
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
    isOff = false,
  }: {
    actor: string
    done: string
    domain: string
    owner: Place
    signsIn: Place
    former: Place
    isOff?: boolean
  },
): MailContent {
  const moved = isOff
    ? `The connection was for users of ${former.name} and is now for users of ${signsIn.name}. It is turned off, so no one can sign in with it.`
    : `The connection now controls who can sign in at ${signsIn.name}, and no longer at ${former.name}.`
  const effect =
    signsIn.id === former.id ? `This affects who can sign in at ${signsIn.name}.` : moved
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
): MailContent {
  return {
    subject: 'The rules for signing in were changed',
    paragraphs: [
      `${actor} changed how users sign in at ${tenantContext.tenant.name}. ${changes.join(' ')}`,
      'If you didn’t expect this, check the organisation’s settings and the audit log straight away.',
    ],
    action: {
      label: 'Open the organisation',
      href: addressOf(tenantContext, '/admin/organisation'),
    },
  }
}
