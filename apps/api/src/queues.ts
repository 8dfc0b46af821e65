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

const YEAR = 365 * 24 * 3600

export const queues = {
  /** Retries for 3 days, at the end every half hour. Mails wait for up to a year while mail is off. */
  mail: { ...RETRY, retryLimit: 154, retryDelayMax: 1800, retentionSeconds: YEAR },
  report: RETRY,
  link: RETRY,
  import: { ...RETRY, retryLimit: 3 },
  export: { ...RETRY, retryLimit: 3 },
  pdf: { ...RETRY, retryLimit: 3 },
  move: RETRY,
  submission: RETRY,
  /** All data of an organisation, with its files. Another attempt follows within a minute if the node stops. */
  download: { retryLimit: 2, retryDelay: 10, expireInSeconds: 4 * 3600, heartbeatSeconds: 20 },
  /** Of the schedule. Another attempt follows within a minute if the node stops. */
  backup: {
    retryLimit: 5,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 12 * 3600,
    heartbeatSeconds: 20,
  },
  /** Retries for a day. */
  scan: { ...RETRY, retryLimit: 1440, retryDelayMax: 60 },
} as const satisfies Queues

export type QueueName = keyof typeof queues
