import { plural } from 'rules/plural'
import { isDatabaseAway, isNotLetIn } from './database-errors.ts'
import { reasonOf } from '#start-error.ts'
import { connectOnce } from './wait-for-database.ts'

/** Milliseconds. */
const PAUSE = 1000

export type OutageLog = { warn: (line: string) => void; info: (line: string) => void }

export type Outage = {
  /** Logs a failure with `log`, unless an outage of the database explains it. */
  report: (error: unknown, log: () => void) => void
  stop: () => void
}

/** Logs an outage of the database once when it starts and once when it ends. Each role has a URL. */
export function watchOutages(urls: readonly string[], log: OutageLog): Outage {
  let checking: Promise<boolean> | undefined
  let since: number | undefined
  let timer: NodeJS.Timeout | undefined
  let hasStopped = false

  async function isAway(): Promise<boolean> {
    const failure = await failureToConnect(urls)
    if (hasStopped || failure === undefined) return false
    since = performance.now()
    log.warn(
      `Waymark can’t reach the database: ${failure}. Until the database is back, requests fail and jobs wait.`,
    )
    timer = setTimeout(() => void lookAgain(), PAUSE)
    return true
  }

  async function lookAgain() {
    const failure = await failureToConnect(urls)
    if (hasStopped || since === undefined) return
    if (failure !== undefined) {
      timer = setTimeout(() => void lookAgain(), PAUSE)
      return
    }
    log.info(
      plural(Math.round((performance.now() - since) / 1000), {
        one: 'The database is back after # second.',
        other: 'The database is back after # seconds.',
      }),
    )
    since = undefined
  }

  async function logUnlessAway(logFailure: () => void) {
    // Failures of the same moment share one look. A single closed connection is no outage.
    checking ??= isAway().finally(() => (checking = undefined))
    if (!(await checking)) logFailure()
  }

  return {
    report: (error, logFailure) => {
      if (!isDatabaseAway(error) && !isNotLetIn(error)) logFailure()
      else if (since === undefined) void logUnlessAway(logFailure)
    },
    stop: () => {
      hasStopped = true
      clearTimeout(timer)
    },
  }
}

async function failureToConnect(urls: readonly string[]): Promise<string | undefined> {
  return await Promise.all(urls.map(connectOnce)).then(() => undefined, reasonOf)
}
