import type { Newcomer } from 'contract/shared-assessments'

/** Of an address without an account, in the list of whom elements can be assigned to. */
export function newcomerTitle({ email, way }: Newcomer): string {
  if (way === 'invite') return `Invite ${email}`
  return way === 'ask' ? `Ask an admin to invite ${email}` : email
}

/** How they join. */
export function newcomerText({ way }: Newcomer, isMailOff: boolean): string {
  const how = way === 'invite' && isMailOff ? WITHOUT_MAIL : WAYS[way]
  return `${how} Until they join, you answer the elements.`
}

const WITHOUT_MAIL = 'Email is turned off, so copy the link of their invitation under “Users”.'

const WAYS: Record<Newcomer['way'], string> = {
  invite: 'They get an invitation by email.',
  ask: 'We’ll ask your admins to invite them.',
  invited: 'They are invited already.',
  sign_in: 'They join when they sign in with your organisation’s single sign-on.',
}
