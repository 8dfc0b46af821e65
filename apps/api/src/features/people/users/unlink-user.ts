import type { SignedInContext } from '#core/context.ts'
import { type Db, platformScopeOf } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { deleteIdentity, forgetSalesforceId } from '#features/identity/account.queries.ts'
import { requireConfirmation } from '#features/identity/confirm-owner.ts'
import { rememberLinks } from '#features/identity/remember-links.queries.ts'
import { revokeOtherSessions } from '#features/identity/sessions.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { requireActive, withLockedUser } from '#features/people/locked-users.ts'
import { getUserDetails } from './user-record.queries.ts'

/** Removes a user's link. The next sign-in links the same account again, by the address that the provider sent last, or the account's own. */
export async function unlinkUser(
  context: SignedInContext,
  { id: userId, identityId }: { id: number; identityId: number },
): Promise<void> {
  await context.inTenant((db) => requireConfirmation(db, context))
  await withLockedUser(context, userId, async (db, scope) => {
    const tenant = await requireActive(db, scope)
    await unlink(db, { ...context, tenant, scope }, userId, identityId)
  })
}

async function unlink(db: Db, context: SignedInContext, userId: number, identityId: number) {
  const { scope, actor } = context
  const { identities, email, roles } = await getUserDetails(db, scope, userId)
  const link = identities.find(({ id }) => id === identityId)
  if (!link) throw notFound('linked sign-in method')
  const name = link.name || hostOf(link.issuer)
  await rememberLinks(db, platformScopeOf([scope.tenantId]), { id: identityId })
  await deleteIdentity(db, scope, userId, identityId)
  if (link.name === 'Salesforce') await forgetSalesforceId(db, scope, userId)
  await revokeOtherSessions(db, scope, userId, actor.sessionId)
  const about = { subject: `user ${userId}`, details: { name } }
  await recordEvent(db, context, 'identity.unlinked_by_admin', about)
  await queueMail(db, context, {
    to: email,
    ...MAILS.unlinkedByAdmin.text(name, { email, roles, provider_email: link.address }),
  })
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
