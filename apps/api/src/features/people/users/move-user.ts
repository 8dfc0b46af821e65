import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { withLockedCaller } from '#features/identity/locked-caller.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { visibleTenantIds, requireEditor } from '#support/tenant-scope.ts'
import {
  lockUser,
  organisationOf,
  refuseSelf,
  requireActive,
} from '#features/people/locked-users.ts'
import { addUserWithoutPassword, limitLinks, sendWelcome } from './create-user.ts'
import { getUserDetails } from './user-record.queries.ts'
import { removeAccount } from './remove-user.ts'

/**
 * Creates an account in the other organisation with the same name and address and the role user, and removes the old one.
 * Password, two-step verification and sessions don't move, because each organisation sets its own requirements.
 */
export async function moveUser(context: SignedInContext, id: number, toId: number) {
  requireEditor(context)
  if (!(await visibleTenantIds(context)).includes(toId)) throw notFound('organisation')
  const fromId = await organisationOf(context, id)
  return await withLockedCaller(context, [fromId, toId], [id], async (db) => {
    const [from, to] = [scopeOf(fromId), scopeOf(toId)]
    const before = await lockUser(db, from, id)
    refuseSelf(context, before, 'You can’t move your own account. Ask another god-admin.')
    if (fromId === toId) return before
    const tenant = await requireActive(db, to)
    const newId = await addUserWithoutPassword(db, context, tenant, {
      name: before.name,
      email: before.email,
      roles: ['user'],
      is_active: before.is_active,
    })
    if (before.is_active)
      await notify(db, context, { tenant, scope: to }, { id: newId, email: before.email })
    await removeAccount(db, from, before)
    await recordEvent(db, { ...context, scope: from }, 'user.moved_out', {
      subject: `user ${id}`,
      details: { organisation: toId, user: newId },
    })
    await recordEvent(db, { ...context, scope: to }, 'user.moved_in', {
      subject: `user ${newId}`,
      details: { organisation: fromId, user: id },
    })
    return await getUserDetails(db, to, newId)
  })
}

async function notify(
  db: Db,
  context: SignedInContext,
  destination: { tenant: HostTenant; scope: Scope },
  user: { id: number; email: string },
) {
  if (destination.tenant.signInMode !== 'sso') {
    await limitLinks(context, destination.scope, user.email)
    return await sendWelcome(db, context, destination, user)
  }
  const { app } = context
  const mail = MAILS.moved.text({ app, tenant: destination.tenant })
  await queueMail(db, { app, ...destination }, { to: user.email, ...mail })
}
