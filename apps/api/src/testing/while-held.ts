import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

type Held = {
  /** The rows with these ids. */
  rows: { table: 'users' | 'identities' | 'tenants'; ids: number[] }
  /** How many transactions of `send` wait for them before they are released. */
  waiting: number
  /** Done just before. */
  before?: string | undefined
  /** Started when they wait. The rows are released when it is done or waits too. */
  other?: (() => Promise<unknown>) | undefined
}

/** Holds rows while `send` runs, so that all its calls have read what they read before. */
export async function whileHeld<T>(
  { ownerUrl, sql }: Pick<TestApp, 'ownerUrl' | 'sql'>,
  { rows, waiting, before = 'select', other }: Held,
  send: () => Promise<T>,
): Promise<T> {
  const holder = new pg.Client(ownerUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select from ${rows.table} where id = any($1) for update`, [rows.ids])
  const sent = send()
  const countWaiting = async () => {
    const found = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return found.length
  }
  let isDone = false
  let running: Promise<unknown> | undefined
  try {
    await expect.poll(countWaiting).toBe(waiting)
    running = other?.().finally(() => (isDone = true))
    if (running)
      await expect.poll(async () => isDone || (await countWaiting()) > waiting).toBe(true)
    await holder.query(before)
    await holder.query('commit')
  } finally {
    await holder.end()
  }
  await running
  return await sent
}
