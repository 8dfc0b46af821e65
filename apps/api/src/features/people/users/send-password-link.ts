import type { UserDetails } from 'contract/users'
import { type Scope, type SignedInContext, scopeOf } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { mayUsePassword } from '#features/identity/sign-in.ts'
import { insertLink, revokeLinksOf } from '#support/links.queries.ts'
import { queueMail } from '#support/queue-mail.ts'
import { resetMail } from '#features/identity/mail-texts.ts'
import { findUserForSignIn } from '#features/identity/users.queries.ts'
import { changePerson, holdPerson, requireActive } from '#features/people/change-person.ts'
import { limitLinks, sendWelcome } from './create-person.ts'
import { withPeople } from './with-people.ts'

export async function sendPasswordLink(context: SignedInContext, id: number): Promise<void> {
  await changePerson(context, id, async (db, scope, person) => {
    await sendLink(db, context, scope, person)
  })
}

/** To all of them or to nobody. */
export async function sendPasswordLinks(context: SignedInContext, ids: readonly number[]) {
  await withPeople(context, ids, async (db, _, people) => {
    for (const { id, tenant_id } of people) {
      const scope = scopeOf(tenant_id)
      await sendLink(db, context, scope, await holdPerson(db, scope, id))
    }
  })
}

/** Mails somebody a link to a new password; to whoever never had one the link of the first mail once more. */
async function sendLink(db: Db, context: SignedInContext, scope: Scope, person: UserDetails) {
  const { app, actor, request } = context
  const { id, name, email } = person
  if (!person.is_active)
    throw new ApiError('conflict', `${name} is deactivated: activate them first.`)
  const place = { tenant: await requireActive(db, scope), scope }
  const user = await findUserForSignIn(db, scope, email, app.env.SALESFORCE_ISSUER)
  if (!user || !mayUsePassword(place.tenant, user))
    throw new ApiError('forbidden', `${name} signs in with single sign-on.`)
  await revokeLinksOf(db, scope, ['reset'], id)
  if (person.has_password) {
    await limitLinks(context, scope, email)
    const { signature } = await insertLink(db, scope, { kind: 'reset', email, userId: id })
    const letter = resetMail({ app, tenant: place.tenant }, signature)
    await queueMail(db, { app, ...place }, { to: email, ...letter })
  } else await sendWelcome(db, context, place, person)
  await recordEvent(db, { scope, actor, request }, 'password_reset.sent', { subject: `user ${id}` })
}
