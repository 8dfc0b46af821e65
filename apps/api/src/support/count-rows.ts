import { MOST_COUNTED } from 'contract/list'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#db/driver.ts'

/** How many rows a query has, and one more than is counted when there are more. */
export async function countRows<Tables, Table extends keyof Tables>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, object>,
  most = MOST_COUNTED,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${query.select(sql`1`.as('one')).limit(most + 1)} found`.execute(db)
  return rows[0]?.count ?? 0
}
