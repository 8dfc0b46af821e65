import type { Readable } from 'node:stream'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { waitText } from '#core/wait-text.ts'
import { secondsToWait } from './limit-attempts.ts'

const PER_HOUR = { name: 'list export', most: 20, windowSeconds: 3600 }
/** For each user and node, because a slow download keeps reading the database. */
const MOST_RUNNING = 2

const running = new Map<number, number>()

/** Creates a list's file, unless the user requests too many. */
export async function limitExports<File extends Readable | string>(
  context: SignedInContext,
  create: () => Promise<File>,
): Promise<File> {
  const { id } = context.actor
  if ((running.get(id) ?? 0) >= MOST_RUNNING) {
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
    await countExport(context)
    const file = await create()
    if (typeof file === 'string') done()
    else file.once('close', done)
    return file
  } catch (error) {
    done()
    throw error
  }
}

async function countExport(context: SignedInContext) {
  const { actor } = context
  const wait = await secondsToWait(context, PER_HOUR, `user ${actor.id}`, () => ({ actor }))
  if (wait === 0) return
  const message = `You have downloaded ${PER_HOUR.most} lists in the past hour. Try again in ${waitText(wait)}.`
  throw new ApiError('too-many-requests', message, { retryAfter: wait })
}
