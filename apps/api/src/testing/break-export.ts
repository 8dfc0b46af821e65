import { sql } from 'kysely'
import type { Db } from '#db/scope.ts'

/** Makes exports of this set fail until the returned function is called. */
export async function breakExport(db: Db, setId: number): Promise<() => Promise<void>> {
  const name = sql.ref(`broken_${setId}`)
  await sql`alter table generated_files add constraint ${name}
    check (content_set_id <> ${sql.lit(setId)} or status <> 'ready')`.execute(db)
  return async () => {
    await sql`alter table generated_files drop constraint ${name}`.execute(db)
  }
}
