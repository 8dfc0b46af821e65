import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** After a change: a completed element is open again, and its assessment in progress. */
export async function reopenElement(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  elementId: number,
): Promise<void> {
  await sql`select reopen_element(${tenantId}, ${assessmentId}, ${elementId})`.execute(db)
}
