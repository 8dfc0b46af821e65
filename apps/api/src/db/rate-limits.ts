import { createHmac } from 'node:crypto'
import type { Pools } from './pools.ts'

export type Limit = { name: string; most: number; windowSeconds: number }

/** `wait` is 0 within the limit, otherwise in seconds. */
export type Counted = { wait: number; isFirstBeyond: boolean }

/** Counts one attempt over all nodes, in its own transaction, whatever happens to the request. */
export async function countAttempt(pools: Pools, secret: string, limit: Limit, subject: string) {
  const { rows } = await pools.app.query<{ count: number; wait: number }>({
    name: 'count-attempt',
    // Doesn't wait for the disk. A crash may lose a count.
    text: `insert into rate_limits as r (key, count, resets_at)
      select $1::bytea, 1, now() + make_interval(secs => $2::int) from (select set_config('synchronous_commit', 'off', true)) as setting
      on conflict (key) do update set
        count = case when r.resets_at <= now() then 1 else r.count + 1 end,
        resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
      returning r.count, ceil(extract(epoch from r.resets_at - now()))::int as wait`,
    values: [keyOf(secret, limit, subject), limit.windowSeconds],
  })
  const { count, wait } = rows[0] ?? { count: 0, wait: 0 }
  return {
    wait: count > limit.most ? Math.max(1, wait) : 0,
    isFirstBeyond: count === limit.most + 1,
  }
}

/** Resets the count after success. */
export async function forgetAttempts(pools: Pools, secret: string, limit: Limit, subject: string) {
  await pools.app.query({
    name: 'forget-attempts',
    text: 'delete from rate_limits where key = $1',
    values: [keyOf(secret, limit, subject)],
  })
}

/** Undoes one count. */
export async function undoAttempt(pools: Pools, secret: string, limit: Limit, subject: string) {
  await pools.app.query({
    name: 'take-back-attempt',
    text: 'update rate_limits set count = greatest(count - 1, 0) where key = $1',
    values: [keyOf(secret, limit, subject)],
  })
}

function keyOf(secret: string, { name }: Limit, subject: string): Buffer {
  return createHmac('sha256', secret).update(`${name}\n${subject}`).digest()
}
