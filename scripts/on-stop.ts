const STOP_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 250

/** Stops in order at the first signal and ends the process; a second signal, or too long a stop, ends it at once. */
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

/** A signal to npm ends npm and its shell, which does not pass it on: we notice that our parent is gone. */
function whenOrphaned(begin: () => void) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    begin()
  }, LOOK_EVERY_MS)
  look.unref()
}
