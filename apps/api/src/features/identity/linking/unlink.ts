import type { SignInWay } from 'contract/identities'
import type { OwnerProofBody } from 'contract/proof'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeOtherSessions } from '#features/identity/sessions.queries.ts'
import { proveOwner } from '#features/identity/confirm-owner/prove-owner.ts'
import {
  deleteIdentity,
  forgetSalesforceId,
  lockAccount,
} from '#features/identity/account.queries.ts'
import { unlinkedMail } from '#features/identity/mail-texts.ts'
import { queueMail } from '#support/queue-mail.ts'
import { isUsable, waysOf } from './ways.ts'

/** Takes a way to sign in away, never the last one. */
export async function unlink(
  context: SignedInContext,
  id: number,
  proof: OwnerProofBody,
): Promise<void> {
  await context.inTenant((db) => waysWith(db, context, id))
  await proveOwner(context, proof)
  const { scope, actor } = context
  await context.inTenant(async (db) => {
    await lockAccount(db, scope, actor.id)
    const { way, isWayLeft } = await waysWith(db, context, id)
    if (!isWayLeft) {
      throw new ApiError('last-way-in', 'This is your only sign-in method. Link another one first.')
    }
    await deleteIdentity(db, scope, actor.id, id)
    if (way.kind === 'salesforce') await forgetSalesforceId(db, scope, actor.id)
    await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await recordEvent(db, context, 'identity.unlinked', {
      subject: `user ${actor.id}`,
      details: { name: way.name },
    })
    await queueMail(db, context, { to: actor.email, ...unlinkedMail(way.name) })
  })
}

async function waysWith(
  db: Db,
  context: SignedInContext,
  id: number,
): Promise<{ way: SignInWay; isWayLeft: boolean }> {
  const { password, ways } = await waysOf(db, context)
  const way = ways.find(({ identity }) => identity?.id === id)
  if (!way) throw notFound('linked way to sign in')
  const hasPassword = password === 'usable' || password === 'replaced'
  const others = ways.filter((one) => isUsable(one) && one.identity?.id !== id)
  return { way, isWayLeft: hasPassword || others.length > 0 }
}
