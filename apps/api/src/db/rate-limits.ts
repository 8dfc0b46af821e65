import { createHmac } from 'node:crypto'
import type { Pools } from './pools.ts'

/** Wrong passwords or codes of one account, by each of its limits, before it is locked for a while. */
const MOST_OF_ACCOUNT = 10

export type Limit = { name: string; most: number; windowSeconds: number }

/** `wait` is 0 within the limit, otherwise in seconds. */
export type Counted = { wait: number; isFirstBeyond: boolean }

/** Counts one attempt over all nodes, in its own transaction, whatever happens to the request. */
export async function countAttempt(
  pools: Pools,
  secret: string,
  limit: Limit,
  { subject, account }: { subject: string; account?: string | undefined },
) {
  const { rows } = await pools.app.query<{ count: number; wait: number }>({
    name: 'count-attempt',
    // Doesn't wait for the disk. A crash may lose a count.
    text: `insert into rate_limits as r (key, count, resets_at, account)
      select $1::bytea, 1, now() + make_interval(secs => $2::int), $3::bytea from (select set_config('synchronous_commit', 'off', true)) as setting
      on conflict (key) do update set
        count = case when r.resets_at <= now() then 1 else r.count + 1 end,
        resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end,
        account = excluded.account
      returning r.count, ceil(extract(epoch from r.resets_at - now()))::int as wait`,
    values: [
      keyOf(secret, limit, subject),
      limit.windowSeconds,
      account === undefined ? null : hashOf(secret, account),
    ],
  })
  const { count, wait } = rows[0] ?? { count: 0, wait: 0 }
  // An attempt that waited for another may have started before it, and would wait a moment longer than the window.
  return {
    wait: count > limit.most ? Math.min(Math.max(1, wait), limit.windowSeconds) : 0,
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

/** Which of these accounts are locked, in whatever browser, and until when. */
export async function findLocks(pools: Pools, secret: string, accounts: readonly string[]) {
  const hashes = accounts.map((account) => hashOf(secret, account))
  const { rows } = await pools.app.query<{ account: Buffer; until: string }>({
    name: 'find-locks',
    text: 'select account, max(resets_at) as until from rate_limits where account = any($1) and count >= $2 and resets_at > now() group by account',
    values: [hashes, MOST_OF_ACCOUNT],
  })
  const locked = new Map(rows.map(({ account, until }) => [account.toString('hex'), until]))
  const found = new Map<string, string>()
  for (const [at, account] of accounts.entries()) {
    const until = locked.get(hashes[at]?.toString('hex') ?? '')
    if (until !== undefined) found.set(account, until)
  }
  return found
}

/** Forgets all counts of these accounts, in every browser. */
export async function liftLocks(pools: Pools, secret: string, accounts: readonly string[]) {
  await pools.app.query({
    name: 'lift-locks',
    text: 'delete from rate_limits where account = any($1)',
    values: [accounts.map((account) => hashOf(secret, account))],
  })
}

function hashOf(secret: string, account: string): Buffer {
  return createHmac('sha256', secret).update(`account\n${account}`).digest()
}

function keyOf(secret: string, { name }: Limit, subject: string): Buffer {
  return createHmac('sha256', secret).update(`${name}\n${subject}`).digest()
}
