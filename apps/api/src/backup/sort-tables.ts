import type pg from 'pg'
import { rowsOf } from './reading.ts'

type Table = readonly [name: string, columns: readonly string[]]

/** Each table after the ones that it refers to. */
export async function sortTables(
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<Table[]> {
  const keys = await rowsOf<{ name: string; target: string }>(
    client,
    `select c.relname as name, f.relname as target from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and c.oid <> f.oid`,
  )
  const sorted: Table[] = []
  const names = new Set(tables.map(([name]) => name))
  while (names.size > 0) {
    const free = tables.filter(
      ([name]) =>
        names.has(name) && !keys.some((key) => key.name === name && names.has(key.target)),
    )
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...names].join()}`)
    sorted.push(...free)
    for (const [name] of free) names.delete(name)
  }
  return sorted
}
