import type { AccessBody, AdminUser } from 'contract/admin-users'
import { isAuditor, isGodLevel } from 'contract/roles'
import { plural } from 'rules/plural'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound, refuseRole } from '#core/errors.ts'
import { knownRoles } from '#core/permissions.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { deleteUser, hasSharedWork } from '#features/people/users/user-record.queries.ts'
import { lockAccount } from '#features/identity/account.queries.ts'
import { revokeAllSessions } from '#features/identity/sessions.queries.ts'
import { listOrganisationIds, lockTenants, raiseVersion } from '#support/tenants.queries.ts'
import {
  difference,
  listAdminUsers,
  lockGodAdmins,
  replaceAssignments,
  updateAdminUser,
} from '#features/people/access.queries.ts'

/** Access exists at the platform's host only. */
export function requirePlatform({ tenant }: SignedInContext): void {
  if (tenant.kind !== 'platform') throw notFound('page')
}

export async function getAdminUser(db: Db, context: SignedInContext, id: number) {
  requirePlatform(context)
  const user = (await listAdminUsers(db, context.scope)).find((one) => one.id === id)
  if (!user) throw notFound('user')
  return user
}

export async function changeAccess(
  db: Db,
  context: SignedInContext,
  id: number,
  { version, confirms_own_loss, ...wanted }: AccessBody,
): Promise<AdminUser> {
  const { scope, actor } = context
  const named = [...new Set(wanted.organisations)]
  const audited = (await getAdminUser(db, context, id)).organisations.map((one) => one.id)
  await lockTenants(db, [...audited, ...named])
  const { before, otherGods } = await lockUser(db, context, id)
  if (before.version !== version)
    throw new ApiError(
      'conflict',
      'Someone else changed this user while you were editing. Check the changes, then try again.',
      {
        details: before,
      },
    )
  const after = { ...wanted, roles: knownRoles(wanted.roles) }
  if (isGod(before) && !isGod(after)) {
    requireAnotherGod(otherGods)
    if (id === actor.id && confirms_own_loss !== true) throw ownLoss()
  }
  await updateAdminUser(db, scope, id, {
    name: after.name,
    roles: after.roles,
    is_active: after.is_active,
  })
  await assign(db, context, before, isAuditor(after.roles) ? named : [])
  if (before.is_active && !after.is_active) await revokeAllSessions(db, scope, id)
  const now = await getAdminUser(db, context, id)
  await recordEvent(db, context, 'access.changed', {
    subject: `user ${id}`,
    details: changesOf(before, now),
  })
  return now
}

export async function removeAccess(db: Db, context: SignedInContext, id: number): Promise<void> {
  const { before, otherGods } = await lockUser(db, context, id)
  if (isGod(before)) requireAnotherGod(otherGods)
  if (id === context.actor.id)
    throw new ApiError('forbidden', 'You can’t remove your own account. Ask another god-admin.')
  if (await hasSharedWork(db, context.scope, id))
    throw new ApiError(
      'conflict',
      'This user has assessments or other shared work, so you can’t remove the account. Deactivate it instead.',
    )
  await deleteUser(db, context.scope, id)
  await recordEvent(db, context, 'access.removed', {
    subject: `user ${id}`,
    details: { roles: before.roles.join(', ') },
  })
}

// Locks the god-admins first, so that no two changes wait for each other.
async function lockUser(db: Db, context: SignedInContext, id: number) {
  requirePlatform(context)
  const gods = await lockGodAdmins(db, context.scope)
  // The caller may have lost the role while waiting for the lock.
  if (!gods.includes(context.actor.id)) throw refuseRole()
  if (!(await lockAccount(db, context.scope, id))) throw notFound('user')
  const before = await getAdminUser(db, context, id)
  return { before, otherGods: gods.filter((god) => god !== id) }
}

function isGod({ roles, is_active }: Pick<AdminUser, 'roles' | 'is_active'>) {
  return is_active && isGodLevel(roles)
}

function requireAnotherGod(others: readonly number[]) {
  if (others.length > 0) return
  throw new ApiError(
    'last-god-admin',
    'This is the last active god-admin. Make someone else a god-admin first.',
  )
}

function ownLoss() {
  return new ApiError(
    'invalid-input',
    'You would lose your own access. Confirm that this is what you want.',
    {
      fields: { confirms_own_loss: 'Confirm that you want to give up your access' },
    },
  )
}

const GONE = {
  one: 'This organisation doesn’t exist any more',
  other: 'Some of these organisations don’t exist any more',
}

async function assign(
  db: Db,
  { scope }: SignedInContext,
  { id, organisations: before }: AdminUser,
  organisations: readonly number[],
) {
  const known = new Set(await listOrganisationIds(db))
  if (organisations.some((organisation) => !known.has(organisation))) {
    const message = `${plural(organisations.length, GONE)}. Reload the page, then choose again`
    throw new ApiError('invalid-input', `${message}.`, { fields: { organisations: message } })
  }
  await replaceAssignments(db, scope, id, organisations)
  // The organisation's page names its auditors.
  const present = before.map((one) => one.id)
  await raiseVersion(db, difference(present, organisations))
}

function changesOf(before: AdminUser, after: AdminUser): Record<string, string | boolean> {
  const [was, is] = [textsOf(before), textsOf(after)]
  const changed = Object.entries(is).filter(([key, text]) => text !== was[key])
  return Object.fromEntries(changed)
}

function textsOf({ name, roles, is_active, organisations }: AdminUser) {
  const texts: Record<string, string | boolean> = {
    name,
    roles: roles.join(', '),
    is_active,
    organisations: organisations.map(({ id }) => id).join(', '),
  }
  return texts
}
