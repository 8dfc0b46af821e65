import type { Newcomer } from 'contract/shared-assessments'
import { Email } from 'contract/fields'
import type { SignedInContext } from '#core/context.ts'
import { allows, rolesThatMay } from '#core/permissions.ts'
import type { Db } from '#db/scope.ts'
import { listInvitedEmails, revokeExpired } from '#features/people/invitations.queries.ts'
import { inviteOne } from '#features/people/invite.ts'
import { forgetNotices, tell } from '#support/notices.queries.ts'
import { findByAddress, listWithRole } from './colleagues.queries.ts'
import { mayManage } from './managed.ts'
import type { Shared } from './shared.queries.ts'

/** The search text as an address that no one has, for those who may assign elements to it. */
export async function findNewcomer(
  db: Db,
  context: SignedInContext,
  found: Shared,
  search = '',
): Promise<Newcomer | null> {
  const email = Email.safeParse(search.trim()).data
  if (email === undefined || !mayManage(context.actor, found)) return null
  if (await findByAddress(db, context.scope, email)) return null
  return { email, way: await wayOf(db, context, email) }
}

/** How someone without an account would join. */
export async function wayOf(
  db: Db,
  { scope, tenant, actor }: SignedInContext,
  email: string,
): Promise<Newcomer['way']> {
  if (tenant.signInMode === 'sso') return 'sign_in'
  if ((await listInvitedEmails(db, scope, [email])).length > 0) return 'invited'
  return allows(actor.roles, 'invite-users') ? 'invite' : 'ask'
}

/** Invites them, or asks those who may. An invitation that has expired is sent again. */
export async function callIn(
  db: Db,
  context: SignedInContext,
  { id }: Shared,
  { email, elementIds }: { email: string; elementIds: readonly number[] },
): Promise<void> {
  const { app, scope, actor } = context
  const way = await wayOf(db, context, email)
  if (way === 'invite') {
    await revokeExpired(db, scope, [email])
    await inviteOne(db, context, email, ['user'])
  }
  const kind = 'to_invite'
  await forgetNotices(db, scope, { kind, assessmentId: id, elementIds })
  if (way !== 'ask') return
  const inviters = await listWithRole(db, scope, rolesThatMay('invite-users'))
  const at = app.adapters.now()
  await tell(db, scope, inviters, { kind, assessmentId: id, elementIds, by: actor.id, at })
}
