import { sql } from 'kysely'
import type { Db } from './driver.ts'

/**
 * Has the rest of the transaction planned for the organisations that are in view: a plan for any number of them
 * takes six times as long for a god-admin with 200.
 */
export async function planAnew(db: Db): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
}
