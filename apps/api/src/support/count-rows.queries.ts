import { MAX_COUNTED, counted } from 'contract/list'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#db/scope.ts'

/** The length of a list. */
export async function countRows<Tables, Table extends keyof Tables>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, object>,
) {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${query.select(sql`1`.as('one')).limit(MAX_COUNTED + 1)} found`.execute(db)
  return counted(rows[0]?.count ?? 0)
}
