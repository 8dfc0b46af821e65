import { type RawBuilder, sql } from 'kysely'

/** A column that names an organisation in view: by equality where it is one, which leaves an index its order. */
export function ofTenants(column: string, ids: readonly number[]): RawBuilder<boolean> {
  const of = sql.ref(column)
  return ids.length === 1 ? sql`${of} = ${ids[0]}` : sql`${of} = any(${[...ids]}::bigint[])`
}
