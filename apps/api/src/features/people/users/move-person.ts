import type { UserDetails } from 'contract/users'
import { type Scope, type SignedInContext, scopeOf } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { queueMail } from '#support/queue-mail.ts'
import { idsInView, requireEditor } from '#support/tenant-scope.ts'
import { updateUser } from '#features/identity/users.queries.ts'
import {
  holdPerson,
  organisationOf,
  refuseSelf,
  requireActive,
} from '#features/people/change-person.ts'
import { insertMember, sendWelcome } from './create-person.ts'
import { movedMail } from './person-mails.ts'
import { getPerson } from './person.queries.ts'
import { takeAway } from './remove-person.ts'

/**
 * An account of the same name and address in the other organisation, as a plain user; what was is removed here.
 * No password, second step or session goes along: each is worth what its own organisation asks for.
 */
export async function movePerson(
  context: SignedInContext,
  id: number,
  toId: number,
): Promise<UserDetails> {
  requireEditor(context)
  if (!(await idsInView(context)).includes(toId)) throw notFound('organisation')
  const fromId = await organisationOf(context, id)
  return await withTenants(context.app.pools, [fromId, toId], async (db) => {
    const [from, to] = [scopeOf(fromId), scopeOf(toId)]
    const before = await holdPerson(db, from, id)
    refuseSelf(context, before, 'You cannot move yourself.')
    if (fromId === toId) return before
    const tenant = await requireActive(db, to)
    const newId = await insertMember(db, to, tenant, {
      name: before.name,
      email: before.email,
      roles: ['user'],
    })
    if (before.is_active)
      await sendWord(db, context, { tenant, scope: to }, { id: newId, email: before.email })
    else await updateUser(db, to, newId, { is_active: false })
    await takeAway(db, from, before)
    await recordEvent(db, { ...context, scope: from }, 'user.moved_out', {
      subject: `user ${id}`,
      details: { organisation: toId, user: newId },
    })
    await recordEvent(db, { ...context, scope: to }, 'user.moved_in', {
      subject: `user ${newId}`,
      details: { organisation: fromId, user: id },
    })
    return await getPerson(db, to, newId)
  })
}

async function sendWord(
  db: Db,
  context: SignedInContext,
  place: { tenant: HostTenant; scope: Scope },
  person: { id: number; email: string },
) {
  if (place.tenant.signInMode !== 'sso') return await sendWelcome(db, context, place, person)
  const { app } = context
  const letter = movedMail({ app, tenant: place.tenant })
  await queueMail(db, { app, ...place }, { to: person.email, ...letter })
}
