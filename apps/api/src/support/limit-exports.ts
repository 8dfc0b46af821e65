import type { Readable } from 'node:stream'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { waitWords } from '#core/wait-words.ts'
import { secondsToWait } from './limit-attempts.ts'

const PER_HOUR = { name: 'list export', most: 20, windowSeconds: 3600 }
/** Of one person on one node: a file is read from the database for as long as somebody takes it. */
const AT_ONCE = 2

const running = new Map<number, number>()

/** Makes a list's file, unless whoever asks takes too many of them. */
export async function limitExports<File extends Readable | string>(
  context: SignedInContext,
  make: () => Promise<File>,
): Promise<File> {
  const { id } = context.actor
  if ((running.get(id) ?? 0) >= AT_ONCE) {
    const message = 'Two of your downloads are still being made. Try again when one is done.'
    throw new ApiError('too-many-requests', message, { retryAfter: 5 })
  }
  const done = begin(id)
  try {
    await countExport(context)
    const file = await make()
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
  const message = `You have taken ${PER_HOUR.most} lists within an hour. Try again in ${waitWords(wait)}.`
  throw new ApiError('too-many-requests', message, { retryAfter: wait })
}

function begin(id: number) {
  running.set(id, (running.get(id) ?? 0) + 1)
  return () => {
    const left = (running.get(id) ?? 1) - 1
    if (left === 0) running.delete(id)
    else running.set(id, left)
  }
}
