/** Milliseconds. */
const PAUSE = 50

/**
 * Does `work` while no other page holds the lock. WebKit ends the wait when the user leaves, and may show the page again
 * later: then it waits again. Work that has started is never started a second time.
 */
export async function inTurn<Result>(
  name: string,
  work: (lock: Lock | null) => Promise<Result>,
  options: LockOptions = {},
): Promise<Result> {
  let started: Promise<Result> | undefined
  for (;;)
    try {
      return await navigator.locks.request(name, options, (lock) => (started = work(lock)))
    } catch (error) {
      if (started !== undefined) return await started
      if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
      // A page that is being left may be refused at each attempt.
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
}
