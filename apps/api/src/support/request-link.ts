import { clientAddressOf } from '#core/client-address.ts'
import type { PublicContext } from '#core/context.ts'
import { recordEvent } from './audit.queries.ts'
import { type Limit, limitAttempts, secondsToWait } from './limit-attempts.ts'
import { type LinkKind, insertRequestedLink } from './links.queries.ts'

const PER_ADDRESS: Limit = { name: 'link address', most: 60, windowSeconds: 3600 }
export const PER_TARGET: Limit = { name: 'link target', most: 5, windowSeconds: 3600 }

/**
 * Records a request for a mailed link. A job looks up the address, so that known and unknown addresses take equally
 * long.
 */
export async function requestLink(context: PublicContext, kind: LinkKind, email: string) {
  const { app, tenant, scope, request, inTenant } = context
  await limitAttempts(context, PER_ADDRESS, clientAddressOf(request))
  const target = `${kind}\n${tenant.id}\n${email.toLowerCase()}`
  // The address's owner still has the earlier mails, whose links work. So a stranger can't lock anyone out.
  if ((await secondsToWait(context, PER_TARGET, target)) > 0) return
  await inTenant(async (db) => {
    const id = await insertRequestedLink(db, scope, { kind, email })
    await recordEvent(
      db,
      { scope, request },
      kind === 'register' ? 'registration.requested' : 'password_reset.requested',
      { subject: `link ${id}` },
    )
    await app.jobs.enqueue(db, 'link', { tenantId: scope.tenantId, id })
  })
}
