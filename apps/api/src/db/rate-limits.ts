import { createHmac } from 'node:crypto'
import type { Pools } from './pools.ts'

export type Limit = { name: string; most: number; windowSeconds: number }

const SQL = `insert into rate_limits as r (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
  on conflict (key) do update set
    count = case when r.resets_at <= now() then 1 else r.count + 1 end,
    resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
  returning count, ceil(extract(epoch from resets_at - now()))::int as wait`

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
  const key = keyOf(secret, limit, subject)
  const { rows } = await pools.app.query<{ count: number; wait: number }>({
    name: 'count-attempt',
    text: SQL,
    values: [key, limit.windowSeconds],
  })
  const { count = 0, wait = 0 } = rows[0] ?? {}
  return {
    wait: count > limit.most ? Math.max(1, wait) : 0,
    isFirstBeyond: count === limit.most + 1,
  }
}

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
    values: [keyOf(secret, limit, subject)],
  })
}

type Counter = readonly [Limit, subject: string]

/** Forgets the attempts of a subject that has proved itself, and takes one of another counter back: it was a rightful one. */
export async function forgetAndGiveBack(
  pools: Pools,
  secret: string,
  forgotten: Counter,
  givenBack: Counter,
): Promise<void> {
  await pools.app.query({
    name: 'forget-and-give-back',
    text: `with forgotten as (delete from rate_limits where key = $1)
      update rate_limits set count = greatest(count - 1, 0) where key = $2`,
    values: [keyOf(secret, ...forgotten), keyOf(secret, ...givenBack)],
  })
}

function keyOf(secret: string, limit: Limit, subject: string) {
  return createHmac('sha256', secret).update(`${limit.name}\n${subject}`).digest()
}
