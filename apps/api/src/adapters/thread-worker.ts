import { type MessagePort, isMarkedAsUntransferable } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'

export type ThreadJob = { module: string; job: unknown; port: MessagePort }
export type ThreadMessage = 'started' | { report: unknown }

type Runnable = { run: (job: unknown, report: (value: unknown) => void) => unknown }

/** Runs in a thread. Loading the module doesn't count as work. */
export async function runJob({ module, job, port }: ThreadJob): Promise<unknown> {
  const { run } = (await import(module)) as Runnable
  const post = (message: ThreadMessage) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    port.postMessage(message)
  post('started')
  try {
    const result = await run(job, (report) => post({ report }))
    const buffers = buffersIn(result)
    return buffers.length === 0
      ? result
      : move({ [transferableSymbol]: buffers, [valueSymbol]: result as object })
  } finally {
    port.close()
  }
}

/** What a result has in bytes is moved, because copying a long file would hold up the caller. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) return ownsBuffer(value) ? [value.buffer] : []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.values(value).flatMap(buffersIn)
}

function ownsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isWhole && !isMarkedAsUntransferable(buffer)
}
