import { sql } from 'kysely'
import type { Db } from './driver.ts'

/**
 * Has the rest of the transaction read along an index in its order: how many organisations the policy lets through is
 * unknown to the planner, which would rather read everything and sort it.
 */
export async function readAlongIndexes(db: Db): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(
    db,
  )
}
