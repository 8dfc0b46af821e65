import type { ProfileChangeBody } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { lockProfile, updateUser } from '#features/identity/users.queries.ts'

const FIELDS = ['name', 'organisation_name'] as const

/** The own profile, which an admin may change too: a field that both changed is not overwritten unseen. */
export async function changeProfile(
  { db, scope, actor, request }: SignedInContext & { db: Db },
  { was, ...wanted }: ProfileChangeBody,
): Promise<void> {
  const before = await lockProfile(db, scope, actor.id)
  const changed = FIELDS.filter(
    (field) => wanted[field] !== undefined && wanted[field] !== before[field],
  )
  // What was left alone stands as somebody else has made it.
  const own = changed.filter((field) => !was || wanted[field] !== was[field])
  if (was && own.some((field) => (was[field] ?? '') !== (before[field] ?? '')))
    throw new ApiError('conflict', 'Somebody else has changed your profile meanwhile.', {
      details: { profile: { ...before, organisation_name: before.organisation_name ?? '' } },
    })
  if (own.length === 0) return
  await updateUser(
    db,
    scope,
    actor.id,
    Object.fromEntries(own.map((field) => [field, wanted[field]])),
  )
  await recordEvent(db, scope, {
    action: 'profile changed',
    actorId: actor.id,
    subject: `user ${actor.id}`,
    details: { fields: own.join(', ') },
    requestId: request.id,
  })
}
