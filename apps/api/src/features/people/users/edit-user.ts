import type { OrganisationRole, UserDetails, UserDetailsBody, UserRolesBody } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { joinAwaited } from '#support/join-awaited.ts'
import { revokeLinksOf } from '#support/links.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { notifyByMail } from '#support/notify-respondent.ts'
import { emailTaken, updateUser } from '#features/identity/accounts.queries.ts'
import { withLockedUser, refuseSelf, requireVersion } from '#features/people/locked-users.ts'
import { getUserDetails } from './user-record.queries.ts'

export async function editDetails(
  context: SignedInContext,
  id: number,
  { version, ...details }: UserDetailsBody,
): Promise<UserDetails> {
  return await withLockedUser(context, id, async (db, scope, before) => {
    requireVersion(before, version)
    refuseOrganisationName(before.tenant, details)
    const changed = (Object.keys(details) as (keyof typeof details)[]).filter(
      (field) => details[field] !== undefined && details[field] !== before[field],
    )
    if (changed.length === 0) return before
    await updateUser(db, scope, id, details).catch((error: unknown) => {
      throw emailTaken(error, before.tenant.name)
    })
    if (changed.includes('email')) await revokeOldEmail(db, context, scope, before, details.email)
    await recordEvent(db, { ...context, scope }, 'user.changed', {
      subject: `user ${id}`,
      details: { fields: changed.join(', ') },
    })
    return await getUserDetails(db, scope, id)
  })
}

/** Elsewhere, the organisation's own name is shown. */
export function refuseOrganisationName(
  { is_public }: { is_public: boolean },
  { organisation_name }: { organisation_name?: string | null | undefined },
): void {
  if (is_public || organisation_name === undefined) return
  const message =
    'Leave this field empty, because only users in the public organisation have an organisation name'
  throw new ApiError('invalid-input', `${message}.`, { fields: { organisation_name: message } })
}

// Links that were mailed to the old address stop working.
async function revokeOldEmail(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  { id, email: before, is_active }: UserDetails,
  email: string,
) {
  await updateUser(db, scope, id, { pending_email: null })
  await revokeLinksOf(db, scope, ['reset', 'email-change'], id)
  await joinAwaited(db, { ...context, scope }, { id, email })
  if (!is_active) return
  // Both addresses, so that the owner of the old one learns about the change.
  await notifyByMail(db, context.app, scope, [before, email], (place) =>
    MAILS.emailChangedByAdmin.text(place, email),
  )
}

export async function changeRoles(
  context: SignedInContext,
  id: number,
  { version, roles: wanted }: UserRolesBody,
): Promise<UserDetails> {
  return await withLockedUser(context, id, async (db, scope, before) => {
    refuseSelf(context, before, 'You can’t change your own roles. Ask another admin.')
    requireVersion(before, version)
    const roles: OrganisationRole[] = [...new Set(wanted)]
    await updateUser(db, scope, id, { roles })
    await recordEvent(db, { ...context, scope }, 'user.roles_changed', {
      subject: `user ${id}`,
      details: { before: before.roles.join(', '), after: roles.join(', ') },
    })
    return await getUserDetails(db, scope, id)
  })
}
