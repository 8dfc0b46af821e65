import pg from 'pg'
import type { Table } from './catalogue.ts'

/** By `tenant/table`, a value that every write to the tenant's rows changes. */
export type RowVersions = Map<string, string>

/** Every write gives a row another transaction or place, and neither is read with the columns. */
export function rowVersionReader(client: pg.ClientBase, tables: readonly Table[]) {
  const text = tables
    .map(({ name, columns }) => {
      const tenant = columns.some((column) => column.name === 'tenant_id') ? 'tenant_id' : '0'
      return `select ${tenant} || '/${name}' as name,
        sum(hashtidextended(ctid, xmin::text::bigint))::text as version
        from ${pg.escapeIdentifier(name)} group by 1`
    })
    .join(' union all ')
  return async (): Promise<RowVersions> => {
    const { rows } = await client.query<{ name: string; version: string }>(text)
    return new Map(rows.map(({ name, version }) => [name, version]))
  }
}

/** The names whose rows were written to. */
export function changesOf(before: RowVersions, after: RowVersions): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name))
}
