import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Column, Table } from './catalogue.ts'

export type Row = Record<string, unknown>

/**
 * Inserts one valid row of any table for a tenant, and first the rows that it refers to. Values come from the
 * catalogue, so a new table seldom needs a line here.
 */
export async function fillTable(
  client: pg.ClientBase,
  tables: readonly Table[],
  name: string,
  tenantId: number,
  given: Row = {},
): Promise<Row> {
  const row = await newRow(client, tables, name, tenantId, given)
  const { rows } = await client.query<Row>(`${insertOf(name, row)} returning *`, Object.values(row))
  return rows[0] ?? {}
}

// What a check asks for beyond the columns that each row needs.
const ALSO: Record<string, () => Row> = {
  // A draft of its own family.
  content_sets: () => ({ draft: '{}', family_id: randomInt(1_000_000_000) }),
  sso_connections: () => ({ domain: `${randomUUID()}.example`, client_id: 'client' }),
  terms_additions: () => ({ version: randomInt(1_000_000) }),
  terms_drafts: () => ({ of_version: randomInt(1_000_000) }),
}

/** A row that could be inserted, with what is given: what it refers to is there. */
export async function newRow(
  client: pg.ClientBase,
  tables: readonly Table[],
  name: string,
  tenantId: number,
  given?: Row,
): Promise<Row> {
  const table = tables.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`There is no table ${name}.`)
  const row: Row = { tenant_id: tenantId, ...ALSO[name]?.(), ...given }
  for (const { target, columns, targetColumns } of table.foreignKeys) {
    const isNeeded = columns.every((column) =>
      table.columns.some(({ name, isRequired }) => name === column && isRequired),
    )
    if (!isNeeded || columns.every((column) => column in row)) continue
    const there =
      target === 'tenants' ? { id: tenantId } : await parentOf(client, tables, target, tenantId)
    columns.forEach((column, index) => (row[column] ??= there[targetColumns[index] ?? '']))
  }
  for (const column of table.columns) if (column.isRequired) row[column.name] ??= valueOf(column)
  return row
}

/** A tenant's newest row of the table, made if there is none; the terms are everybody's. */
async function parentOf(
  client: pg.ClientBase,
  tables: readonly Table[],
  name: string,
  tenantId: number,
): Promise<Row> {
  if (!tables.some((table) => table.name === name)) {
    const { rows } = await client.query<Row>(`select * from ${pg.escapeIdentifier(name)} limit 1`)
    return rows[0] ?? {}
  }
  return await fillTable(client, tables, name, tenantId)
}

export function insertOf(name: string, row: Row): string {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return `insert into ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) values (${places.join(', ')})`
}

const VALUES: Record<string, () => unknown> = {
  text: () => randomBytes(8).toString('hex'),
  'text[]': () => [],
  bytea: () => randomBytes(32),
  uuid: () => randomUUID(),
  jsonb: () => '{}',
  boolean: () => false,
  'timestamp with time zone': () => new Date(),
  date: () => '2026-11-21',
  bigint: () => 1,
  integer: () => 1,
  smallint: () => 1,
  'double precision': () => 1,
}

function valueOf({ type, words }: Column): unknown {
  const make = VALUES[type]
  if (!make) throw new Error(`Say in fill-table.ts what a value of type ${type} looks like.`)
  return words[0] ?? make()
}
