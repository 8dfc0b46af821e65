import type { Queues } from '#db/queue-schema.ts'

/** Seconds. A user waits for the result. */
const RETRY = {
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
}

/** Retries for an hour. */
export const queues = {
  mail: { ...RETRY, retryLimit: 240, retryDelayMax: 15 },
  report: RETRY,
  link: RETRY,
  import: { ...RETRY, retryLimit: 3 },
  export: { ...RETRY, retryLimit: 3 },
  pdf: { ...RETRY, retryLimit: 3 },
  move: RETRY,
  submission: RETRY,
  /** Retries for a day. */
  scan: { ...RETRY, retryLimit: 1440, retryDelayMax: 60 },
} as const satisfies Queues

export type QueueName = keyof typeof queues
