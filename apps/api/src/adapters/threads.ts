import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { ThreadJob, ThreadMessage } from './thread-worker.ts'

/** A module that exports `run`, and the limits of one call. The time counts from the start of the work. */
export type ThreadWork<Run extends AnyRun> = {
  module: URL
  megabytes: number
  milliseconds: number
  /** Only a type. */
  run?: Run
}

type AnyRun = (job: never, report: never) => unknown

type Reported<Run extends AnyRun> =
  Parameters<Run> extends [unknown, (value: infer Value) => void] ? Value : never

type Options<Run extends AnyRun> = {
  onReport?: ((value: Reported<Run>) => void) | undefined
  /** Bytes of the job that the caller no longer needs, so they are not copied. */
  moved?: readonly Uint8Array<ArrayBuffer>[]
}

export type Threads = ReturnType<typeof openThreads>

/** Ended by a limit, so the input is to blame. */
export class ThreadLimit extends Error {
  override name = 'ThreadLimit'
}

/** Too many calls are waiting, so this one can be tried again later. */
export class ThreadsBusy extends Error {
  override name = 'ThreadsBusy'
  readonly code = 'THREADS_BUSY'
}

/** Runs what could hold up other requests. Each module has its own threads, which end when idle. */
export function openThreads({ most = availableParallelism() } = {}) {
  const pools = new Map<string, ReturnType<typeof openPool>>()
  let isClosed = false
  return {
    async run<Run extends AnyRun>(
      { module, megabytes, milliseconds }: ThreadWork<Run>,
      job: Parameters<Run>[0],
      { onReport, moved = [] }: Options<Run> = {},
    ): Promise<Awaited<ReturnType<Run>>> {
      if (isClosed) throw new Error('The server is stopping.')
      const pool = pools.get(module.href) ?? openPool(megabytes, most)
      pools.set(module.href, pool)
      const { port1, port2 } = new MessageChannel()
      const stop = new AbortController()
      let timer: NodeJS.Timeout | undefined
      port1.on('message', (message: ThreadMessage) => {
        if (message === 'started') timer = setTimeout(() => stop.abort(), milliseconds)
        else onReport?.(message.report as Reported<Run>)
      })
      try {
        // A part of a larger buffer is copied.
        const whole = moved.filter(({ buffer, byteLength }) => buffer.byteLength === byteLength)
        const transferList = [port2, ...whole.map(({ buffer }) => buffer)]
        const given = { module: module.href, job, port: port2 }
        const result = await pool.run(given, { signal: stop.signal, transferList })
        return result as Awaited<ReturnType<Run>>
      } finally {
        clearTimeout(timer)
        port1.close()
      }
    },
    close: async () => {
      isClosed = true
      await Promise.all([...pools.values()].map((pool) => pool.close()))
    },
  }
}

const MAX_WAITING = 100

type How = { signal: AbortSignal; transferList: (MessagePort | ArrayBuffer)[] }

/** Calls wait here, because the library forgets waiting calls when it stops the last thread. */
function openPool(megabytes: number, most: number) {
  const pool = new Piscina<ThreadJob>({
    filename: new URL('thread-worker.ts', import.meta.url).href,
    name: 'runJob',
    minThreads: 0,
    maxThreads: most,
    // Answering others comes first.
    niceIncrement: 5,
    idleTimeout: 60_000,
    closeTimeout: 20_000,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
  })
  // A thread that fails between two calls is replaced.
  pool.on('error', () => {})
  const waiting: (() => void)[] = []
  let running = 0

  async function takeTurn() {
    if (running < most) running += 1
    else if (waiting.length < MAX_WAITING)
      await new Promise<void>((resolve) => void waiting.push(resolve))
    else throw new ThreadsBusy('Too many background tasks are waiting.')
  }

  function endTurn() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    run: async (job: ThreadJob, how: How): Promise<unknown> => {
      await takeTurn()
      try {
        return await pool.run(job, how)
      } catch (error) {
        throw failureOf(error, how.signal)
      } finally {
        endTurn()
      }
    },
    close: () => pool.close({ force: true }),
  }
}

function failureOf(error: unknown, { aborted }: AbortSignal): unknown {
  if (aborted) return new ThreadLimit('The background task took too long.')
  const isTooLarge =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooLarge ? new ThreadLimit('The background task ran out of memory.') : error
}
