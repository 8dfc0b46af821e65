import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { plural } from 'rules/plural'
import { isDatabaseAway, isOfDatabase } from './database-errors.ts'
import { StartError, reasonOf } from '#start-error.ts'

/** Milliseconds. */
const PAUSE = 500
const PATIENCE = 5000

type Waiting = { seconds: number; say: (line: string) => void }

/** Returns when the database accepts a connection, or throws why it doesn't when the time is up. */
export async function waitForDatabase(url: string, { seconds, say }: Waiting): Promise<void> {
  await retryWhileAway(
    () => connectOnce(url),
    seconds,
    (failure) =>
      say(
        `Waiting up to ${plural(seconds, { one: '# second', other: '# seconds' })} for the database: ${reasonOf(failure)}`,
      ),
  )
}

/** Repeats `work` while the database can't be reached, for at most so many seconds. */
export async function retryWhileAway<T>(
  work: () => Promise<T>,
  seconds: number,
  tell: (failure: unknown) => void = () => {},
): Promise<T> {
  const until = performance.now() + seconds * 1000
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() >= until) throw error
      if (isFirst) tell(error)
      await sleep(PAUSE)
    }
  }
}

/** Throws unless the server accepts a connection within five seconds. */
export async function connectOnce(connectionString: string): Promise<void> {
  const client = await connectSoon(connectionString)
  void client.end().catch(() => {})
}

/** Connects within five seconds, or throws what an operator can read. */
export async function connectSoon(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE })
  // An error after connecting also fails the statement.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    void client.end().catch(() => {})
    if (isOfDatabase(error)) throw error
    // The server isn't trusted, or doesn't encrypt.
    throw new StartError(
      `Waymark can’t use the database: ${reasonOf(error)}. Check DATABASE_URL and NODE_EXTRA_CA_CERTS.`,
    )
  }
}
