import type pg from 'pg'
import type { Table } from './catalogue.ts'
import { type RowVersions, rowVersionReader, touchedSince, unionOf } from './row-versions.ts'

/** One hash per tenant and table over all rows, named `tenant/table`. */
export type Checksums = Map<string, string>

/** What the checksum oracle compares: read before and after a call. */
export function checksumReader(client: pg.ClientBase, tables: readonly Table[]) {
  const readVersions = rowVersionReader(
    client,
    tables.map(({ name }) => name),
  )
  const sums = new Map<string, Checksums>()
  let versions: RowVersions = new Map()
  return async (): Promise<Checksums> => {
    // Whole rows are dear to read: tables that nobody wrote to have the sums that they had.
    const now = await readVersions()
    const touched = touchedSince(versions, now)
    for (const table of touched) sums.set(table, new Map())
    for (const { table, name, sum } of await readSums(client, touched))
      sums.get(table)?.set(name, sum)
    versions = now
    return new Map([...sums.values()].flatMap((ofTable) => [...ofTable]))
  }
}

async function readSums(client: pg.ClientBase, tables: string[]) {
  if (tables.length === 0) return []
  const text = unionOf(
    tables,
    (name, table) =>
      `select '${name}' as table, tenant_id || '/${name}' as name, sum(hashtextextended(x::text, 0))::text as sum from ${table} x group by tenant_id`,
  )
  const { rows } = await client.query<{ table: string; name: string; sum: string }>(text)
  return rows
}

/** The names whose rows differ. */
export function changesOf(before: Checksums, after: Checksums): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name))
}
