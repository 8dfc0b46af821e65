import type { PublicContext, Db } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { waitText } from '#core/wait-text.ts'
import { type Limit, countAttempt } from '#db/rate-limits.ts'
import { recordEvent } from './audit.queries.ts'

type Whose = { actor?: { id: number }; subject?: string }
/** Called only if there is something to record. */
type FindWhose = (db: Db) => Whose | Promise<Whose>

/** Counts an attempt and refuses it beyond the limit. */
export async function limitAttempts(
  context: PublicContext,
  limit: Limit,
  subject: string,
  findWhose?: FindWhose,
): Promise<void> {
  const wait = await secondsToWait(context, limit, subject, findWhose)
  if (wait === 0) return
  const message = `Too many attempts. Try again in ${waitText(wait)}.`
  throw new ApiError('too-many-requests', message, { retryAfter: wait })
}

/** Counts an attempt. Returns 0 within the limit. */
export async function secondsToWait(
  { app, scope, request, inTenant }: PublicContext,
  limit: Limit,
  subject: string,
  findWhose: FindWhose = () => ({}),
): Promise<number> {
  const { wait, isFirstBeyond } = await countAttempt(app.pools, app.secret, limit, subject)
  // Only the first attempt beyond the limit in each window is recorded, so that a flood can't fill the audit log.
  if (isFirstBeyond)
    await inTenant(async (db) => {
      const { actor, ...about } = await findWhose(db)
      const origin = { scope, request, ...(actor && { actor }) }
      await recordEvent(db, origin, 'attempts.limited', {
        ...about,
        details: { limit: limit.name },
      })
    })
  return wait
}
