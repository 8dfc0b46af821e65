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

const WITHOUT_MAIL =
  'Email is turned off. After you assign the elements, copy this person’s invitation link under “Users” and share it.'

const WAYS: Record<Newcomer['way'], string> = {
  invite: 'This person gets an invitation by email.',
  ask: 'We’ll ask your admins to invite this person.',
  invited: 'This person has already been invited.',
  sign_in: 'This person joins by signing in with your organisation’s single sign-on.',
}
