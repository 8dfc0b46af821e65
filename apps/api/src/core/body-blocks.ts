import type { IncomingMessage } from 'node:http'
import { ApiError } from './errors.ts'

/** A long body in blocks, because joining 28 MB would hold up other requests. */
export type BodyBlocks = Uint8Array<ArrayBuffer>[]

/** Small parts are joined to this size, so that a slow sender can't make millions of them. */
const JOINED_BYTES = 64 * 1024

/** Receives a body of at most this many bytes. The rest of a longer one is left unread. */
export async function receiveBlocks(body: IncomingMessage, most: number): Promise<BodyBlocks> {
  if (Number(body.headers['content-length'] ?? 0) > most) throw tooLarge()
  const blocks: BodyBlocks = []
  let [parts, waiting, received]: [BodyBlocks, number, number] = [[], 0, 0]
  const join = () => {
    const [first, ...others] = parts
    if (first) blocks.push(others.length === 0 ? first : Buffer.concat(parts))
    parts = []
    waiting = 0
  }
  for await (const part of partsOf(body)) {
    received += part.length
    if (received > most) throw tooLarge()
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

function tooLarge(): ApiError {
  return new ApiError('too-large', 'The request is too large. Send less data at a time.')
}

export function lengthOf(blocks: BodyBlocks): number {
  return blocks.reduce((sum, { length }) => sum + length, 0)
}
