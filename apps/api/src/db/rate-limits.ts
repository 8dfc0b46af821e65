import { createHmac } from 'node:crypto'
import type { Pools } from './pools.ts'

export type Limit = { name: string; most: number; windowSeconds: number }

/** What is counted, in which window. */
export type Counter = readonly [Limit, subject: string]

/** The seconds to wait when there were too many, else 0; and whether this was the first one too many. */
export type Counted = { wait: number; isFirstBeyond: boolean }

/**
 * Counts one attempt, atomically and over all nodes, in a transaction of its own: it stays counted
 * whatever becomes of the request.
 */
export async function countAttempt(
  pools: Pools,
  secret: string,
  limit: Limit,
  subject: string,
): Promise<Counted> {
  const { rows } = await pools.app.query<CountedRow>({
    name: 'count-attempt',
    text: 'select * from count_attempts($1, $2, $3)',
    values: countersOf(secret, [[limit, subject]]),
  })
  return countedOf(limit, rows[0])
}

/** The arguments of the database's `count_attempts`. */
export function countersOf(secret: string, counters: readonly Counter[]) {
  return [
    counters.map((counter) => keyOf(secret, counter)),
    counters.map(([{ most }]) => most),
    counters.map(([{ windowSeconds }]) => windowSeconds),
  ]
}

export type CountedRow = { count: number; wait: number }

export function countedOf({ most }: Limit, { count, wait }: CountedRow = NOT_COUNTED): Counted {
  return { wait: count > most ? Math.max(1, wait) : 0, isFirstBeyond: count === most + 1 }
}

// One before it had had too many.
const NOT_COUNTED = { count: 0, wait: 0 }

/** Forgets the attempts of a subject that has proved itself. */
export async function forgetAttempts(
  pools: Pools,
  secret: string,
  limit: Limit,
  subject: string,
): Promise<void> {
  await pools.app.query({
    name: 'forget-attempts',
    text: 'delete from rate_limits where key = $1',
    values: [keyOf(secret, [limit, subject])],
  })
}

/** Forgets the attempts of a subject that has proved itself, and takes one of another counter back: it was a rightful one. */
export async function forgetAndGiveBack(
  pools: Pools,
  secret: string,
  forgotten: Counter,
  givenBack: Counter,
): Promise<void> {
  await pools.app.query({
    name: 'forget-and-give-back',
    text: 'select forgive_attempts($1, $2)',
    values: [keyOf(secret, forgotten), keyOf(secret, givenBack)],
  })
}

export function keyOf(secret: string, [limit, subject]: Counter): Buffer {
  return createHmac('sha256', secret).update(`${limit.name}\n${subject}`).digest()
}
