import type { LimitName } from 'contract/audit-details'
import type { PublicContext, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, toApiError } from '#core/errors.ts'
import { waitText } from '#core/wait-text.ts'
import { type Limit as AnyLimit, countAttempt } from '#db/rate-limits.ts'
import { recordEvent } from './audit.queries.ts'
import type { Readable } from 'node:stream'

/** A limit with a label in the audit log. */
export type Limit = AnyLimit & { name: LimitName }

type Account = { actor?: { id: number }; subject?: string }
/** Called only if there is something to record. */
type FindAccount = (db: Db) => Account | Promise<Account>

/** Counts an attempt and refuses it beyond the limit. `account`: whose lock an admin can see and lift. */
export async function limitAttempts(
  context: PublicContext,
  limit: Limit,
  subject: string,
  findAccount?: FindAccount,
  account?: string,
): Promise<void> {
  const wait = await secondsToWait(context, limit, subject, findAccount, account)
  refuseWait(wait, 'Too many attempts.')
}

/** Refuses unless there is nothing to wait for. */
export function refuseWait(wait: number, reason: string): void {
  if (wait === 0) return
  const message = `${reason} Try again in ${waitText(wait)}.`
  throw new ApiError('too-many-requests', message, { retryAfter: wait })
}

/** Counts an attempt. Returns 0 within the limit. */
export async function secondsToWait(
  { app, scope, request, inTenant }: PublicContext,
  limit: Limit,
  subject: string,
  findAccount: FindAccount = () => ({}),
  account?: string,
): Promise<number> {
  const whose = { subject, account }
  const { wait, isFirstBeyond } = await countAttempt(app.pools, app.secret, limit, whose)
  // Only the first attempt beyond the limit in each window is recorded, so that a flood can't fill the audit log.
  if (isFirstBeyond)
    await inTenant(async (db) => {
      const { actor, ...about } = await findAccount(db)
      const origin = { scope, request, ...(actor && { actor }) }
      await recordEvent(db, origin, 'attempts.limited', {
        ...about,
        details: { limit: limit.name },
      })
    }).catch(unlessMoving)
  return wait
}

/** An organisation that moves can't record it. The attempt is refused all the same. */
function unlessMoving(error: unknown): void {
  if (toApiError(error).code !== 'moving') throw error
}

const PER_HOUR: Limit = { name: 'list export', most: 20, windowSeconds: 3600 }
/** For each user and node, because a slow download keeps reading the database. */
const MAX_RUNNING = 2

const running = new Map<number, number>()

/** Creates a list's file, unless the user requests too many. */
export async function limitExports<File extends Readable | string>(
  context: SignedInContext,
  create: () => Promise<File>,
): Promise<File> {
  return await limitRunning(context, async () => {
    await countExport(context)
    return await create()
  })
}

/** Counts a file that the user requests. */
export async function countExport(context: SignedInContext): Promise<void> {
  const { actor } = context
  const wait = await secondsToWait(context, PER_HOUR, `user ${actor.id}`, () => ({ actor }))
  refuseWait(wait, `You have reached the limit of ${PER_HOUR.most} downloads an hour.`)
}

/** Sends a file, unless the user receives others. */
export async function limitRunning<File extends Readable | string>(
  { actor: { id } }: SignedInContext,
  create: () => Promise<File>,
): Promise<File> {
  if ((running.get(id) ?? 0) >= MAX_RUNNING) {
    const message = 'Two of your downloads are still running. Try again when one has finished.'
    throw new ApiError('too-many-requests', message, { retryAfter: 5 })
  }
  running.set(id, (running.get(id) ?? 0) + 1)
  const done = () => {
    const left = (running.get(id) ?? 1) - 1
    if (left === 0) running.delete(id)
    else running.set(id, left)
  }
  try {
    const file = await create()
    if (typeof file === 'string') done()
    else file.once('close', done)
    return file
  } catch (error) {
    done()
    throw error
  }
}
