const STOP_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 250

/** Stops gracefully at the first signal. A second signal or a timeout ends the process immediately. */
export function onStop(stop: () => Promise<unknown>) {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, begin)
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(begin)

  function begin() {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
}

/** npm's shell doesn't forward signals, so the process watches its parent. */
export function whenOrphaned(begin: () => void) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    begin()
  }, LOOK_EVERY_MS)
  look.unref()
}
