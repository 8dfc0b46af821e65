import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { mayUsePassword } from '#features/auth/sign-in.ts'
import { insertLink, revokeLinksOf } from '#features/links/links.queries.ts'
import { queueMail } from '#features/mails/queue-mail.ts'
import { resetMail } from '#features/registration/mail-texts.ts'
import { findUserForSignIn } from '#features/users/users.queries.ts'
import { changePerson, requireActive } from './change-person.ts'
import { limitLinks, sendWelcome } from './create-person.ts'

/** Mails somebody a link to a new password; to whoever never had one the link of the first mail once more. */
export async function sendPasswordLink(context: SignedInContext, id: number): Promise<void> {
  const { app, actor, request } = context
  await changePerson(context, id, async (db, scope, person) => {
    const { email } = person
    if (!person.is_active)
      throw new ApiError('conflict', 'This person is deactivated: activate them first.')
    const place = { tenant: await requireActive(db, scope), scope }
    const user = await findUserForSignIn(db, scope, email, app.env.SALESFORCE_ISSUER)
    if (!user || !mayUsePassword(place.tenant, user))
      throw new ApiError('forbidden', 'This person signs in with single sign-on.')
    await revokeLinksOf(db, scope, ['reset'], id)
    if (person.has_password) {
      await limitLinks(context, scope, email)
      const { signature } = await insertLink(db, scope, { kind: 'reset', email, userId: id })
      const letter = resetMail({ app, tenant: place.tenant }, signature)
      await queueMail(db, { app, ...place }, { to: email, ...letter })
    } else await sendWelcome(db, context, place, person)
    await recordEvent(db, scope, {
      action: 'password link sent',
      actorId: actor.id,
      subject: `user ${id}`,
      requestId: request.id,
    })
  })
}
