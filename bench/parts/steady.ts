const TICK_MS = 5

export type Stream = {
  perSecond: number
  /** `due` is when the request should be sent. Measure from then, so that a stalled server's delays count. */
  ask: (due: number) => Promise<void>
}

/** Sends requests at a fixed rate, even if earlier ones are unanswered, and waits for the last. */
export async function runSteadily(seconds: number, streams: readonly Stream[]): Promise<void> {
  const start = performance.now()
  const sent = streams.map(() => 0)
  const running = new Set<Promise<void>>()
  for (let now = start; now < start + seconds * 1000; now = performance.now()) {
    for (const [index, { perSecond, ask }] of streams.entries()) {
      const dueOf = (count: number) => start + (count * 1000) / perSecond
      for (let count = sent[index] ?? 0; dueOf(count) <= now; sent[index] = ++count) {
        const request = ask(dueOf(count))
        running.add(request)
        void request.then(() => running.delete(request))
      }
    }
    await new Promise((done) => setTimeout(done, TICK_MS))
  }
  await Promise.all(running)
}
