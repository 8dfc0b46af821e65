import { clientAddressOf } from '#core/client-address.ts'
import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type Limit, countAttempt } from '#db/rate-limits.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { type LinkKind, insertAskedLink } from './links.queries.ts'

const PER_ADDRESS: Limit = { name: 'link address', most: 60, windowSeconds: 3600 }
export const PER_TARGET: Limit = { name: 'link target', most: 5, windowSeconds: 3600 }

/**
 * Notes that somebody wants a link by mail. Nothing is looked up here: known and unknown addresses cost the
 * same, and a job sees to the rest.
 */
export async function askForLink(
  { app, tenant, scope, request, inTenant }: PublicContext,
  kind: LinkKind,
  email: string,
): Promise<void> {
  const wait = await countAttempt(app.pools, app.secret, PER_ADDRESS, clientAddressOf(request))
  if (wait > 0)
    throw new ApiError('too-many-requests', 'Too many tries. Wait a while and try again.', {
      retryAfter: wait,
    })
  const target = `${kind}\n${tenant.id}\n${email.toLowerCase()}`
  // Whoever owns the address has the earlier mails, whose links still work: nobody is locked out by a stranger.
  if ((await countAttempt(app.pools, app.secret, PER_TARGET, target)) > 0) return
  await inTenant(async (db) => {
    const id = await insertAskedLink(db, scope, { kind, email })
    await recordEvent(db, scope, {
      action: kind === 'register' ? 'registration asked for' : 'new password asked for',
      subject: `link ${id}`,
      requestId: request.id,
    })
    await app.jobs.enqueue(db, 'link', { tenantId: scope.tenantId, id })
  })
}
