import type { IncomingMessage } from 'node:http'
import { ApiError } from './errors.ts'

/** A long body in blocks, because joining 28 MB would hold up other requests. */
export type BodyBlocks = Uint8Array<ArrayBuffer>[]

/** Small parts are joined to this size, so that a slow sender can't make millions of them. */
const JOINED_BYTES = 64 * 1024

/** Milliseconds before the speed is judged. */
const GRACE = 3000
/** Bytes a second, because a body keeps its place while it arrives. */
const LEAST_SPEED = 64 * 1024

/** Receives a body of at most this many bytes. The rest of a longer or slower one is left unread. */
export async function receiveBlocks(body: IncomingMessage, most: number): Promise<BodyBlocks> {
  if (Number(body.headers['content-length'] ?? 0) > most) throw tooLarge()
  const started = performance.now()
  const slow = Promise.withResolvers<never>()
  const progress = { received: 0, isOver: false }
  const timer = setInterval(() => {
    const ms = performance.now() - started
    if (ms > GRACE && progress.received < (ms / 1000) * LEAST_SPEED) slow.reject(tooSlow())
  }, 1000)
  try {
    return await Promise.race([receive(body, most, progress), slow.promise])
  } finally {
    clearInterval(timer)
    progress.isOver = true
  }
}

async function receive(
  body: IncomingMessage,
  most: number,
  progress: { received: number; isOver: boolean },
): Promise<BodyBlocks> {
  const blocks: BodyBlocks = []
  let [parts, waiting]: [BodyBlocks, number] = [[], 0]
  const join = () => {
    const [first, ...others] = parts
    if (first) blocks.push(others.length === 0 ? first : Buffer.concat(parts))
    parts = []
    waiting = 0
  }
  for await (const part of partsOf(body)) {
    progress.received += part.length
    if (progress.received > most) throw tooLarge()
    if (progress.isOver) break
    parts.push(part)
    waiting += part.length
    if (waiting >= JOINED_BYTES) join()
  }
  join()
  return blocks
}

/** Without closing the connection of a refused body, because its sender waits for the refusal. */
async function* partsOf(body: IncomingMessage): AsyncGenerator<Buffer<ArrayBuffer>> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer<ArrayBuffer>>
  } catch {
    throw new ApiError('invalid-input', 'The request was cut off. Send it again.')
  }
}

function tooSlow(): ApiError {
  return new ApiError('too-slow', 'The upload is too slow. Try again with a faster connection.')
}

function tooLarge(): ApiError {
  return new ApiError('too-large', 'The request is too large. Send less data at a time.')
}

export function lengthOf(blocks: BodyBlocks): number {
  return blocks.reduce((sum, { length }) => sum + length, 0)
}
