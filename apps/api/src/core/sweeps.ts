import type { Logger } from 'pino'

const PAUSE_MS = 60_000

/** Repeats something that tidies up, one run after the other; what a run fails at, the next one finds again. */
export function startSweeps(sweep: () => Promise<void>, log: Logger): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const next = () => {
    if (!isOver) timer = setTimeout(() => void (running = run()), PAUSE_MS).unref()
  }
  async function run() {
    await sweep().catch((error: unknown) => log.error({ err: error }, 'a sweep failed'))
    next()
  }
  next()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await running
  }
}
