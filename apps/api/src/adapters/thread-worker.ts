import type { MessagePort } from 'node:worker_threads'

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
    return await run(job, (report) => post({ report }))
  } finally {
    port.close()
  }
}
