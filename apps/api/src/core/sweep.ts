import type { Logger } from 'pino'

/** Repeats `run`, never twice at the same time. Failures are logged. */
export function startSweep(log: Logger, everyMs: number, run: () => Promise<void>) {
  let underWay: Promise<void> | undefined
  const sweep = () => {
    underWay ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'a sweep failed'))
      .finally(() => (underWay = undefined))
  }
  const timer = setInterval(sweep, everyMs)
  timer.unref()
  sweep()
  return {
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}
