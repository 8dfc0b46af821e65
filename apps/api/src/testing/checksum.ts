import pg from 'pg'
import { type Table } from './catalogue.ts'

/** One hash per tenant and table over all rows, named `tenant/table`. */
export type Checksums = Map<string, string>

/** What the checksum oracle compares (quality.md, section 2): read before and after a call. */
export function checksumReader(client: pg.ClientBase, tables: readonly Table[]) {
  const text = tables
    .map(({ name }) => {
      const table = pg.escapeIdentifier(name)
      return `select tenant_id || '/${name}' as name, sum(hashtextextended(x::text, 0))::text as sum from ${table} x group by tenant_id`
    })
    .join(' union all ')
  return async (): Promise<Checksums> => {
    const { rows } = await client.query<{ name: string; sum: string }>({ name: 'checksums', text })
    return new Map(rows.map(({ name, sum }) => [name, sum]))
  }
}

/** The names whose rows differ. */
export function changesOf(before: Checksums, after: Checksums): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name))
}
