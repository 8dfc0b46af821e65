import { MOST_COUNTED } from 'contract/list'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** The number of rows, up to `most` plus one. */
export async function countRows<Tables, Table extends keyof Tables>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, object>,
  most = MOST_COUNTED,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${query.select(sql`1`.as('one')).limit(most + 1)} found`.execute(db)
  return rows[0]?.count ?? 0
}
