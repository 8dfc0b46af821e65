import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Preloaded into a node. Each connection gets what its main thread did since the last one.

export type LoopDelay = {
  /** The longest that a timer came too late, in milliseconds. */
  late: number
  /** The longest that the thread worked between two looks. Waiting for a processor doesn't count. */
  busy: number
}

const path = process.env.LOOP_DELAY_SOCKET
if (isMainThread && path !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let busy = 0
  let last = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    busy = Math.max(busy, (user + system) / 1000)
  }, 1).unref()
  const server = createServer((socket) => {
    socket.end(JSON.stringify({ late: delay.max / 1e6, busy } satisfies LoopDelay))
    delay.reset()
    busy = 0
  })
  server.listen(path).unref()
}
