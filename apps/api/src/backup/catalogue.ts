import type pg from 'pg'
import { type Tables, tablesOfOrganisation } from './archive-list.ts'
import { rowsOf } from './reading.ts'

/** Numbers that are as large as ids. Any other one without a foreign key is an id, such as an author's. */
const NUMBERS = new Set(['tenants.attachment_quota', 'authenticators.last_step'])

export type Catalogue = {
  /** What an organisation's archive may have. */
  tables: Tables
  /** By `table.column`. */
  types: ReadonlyMap<string, string>
  /** Columns with ids that no foreign key checks, by table. */
  references: ReadonlyMap<string, readonly string[]>
  /** Every table with ids that rows of other organisations can have. */
  withIds: readonly string[]
}

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const tables = await tablesOfOrganisation(client)
  const columns = await rowsOf<{ table: string; column: string; type: string; hasKey: boolean }>(
    client,
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      exists (select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)) as "hasKey"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''`,
    [[...tables.keys()]],
  )
  const withIds = await rowsOf<{ name: string }>(
    client,
    `select c.relname as name from pg_class c
      join pg_attribute i on i.attrelid = c.oid and i.attname = 'id' and i.atttypid = 'bigint'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'tenants'
      or exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id'))
    order by 1`,
  )
  const types = new Map(columns.map(({ table, column, type }) => [`${table}.${column}`, type]))
  const isReference = (table: string, column: string, type: string) =>
    type === 'bigint' && !/^(tenant_)?id$/.test(column) && !NUMBERS.has(`${table}.${column}`)
  const free = columns.filter(
    ({ table, column, type, hasKey }) => !hasKey && isReference(table, column, type),
  )
  const byTable = Map.groupBy(free, ({ table }) => table)
  const references = new Map(
    [...byTable].map(([table, found]) => [table, found.map(({ column }) => column)]),
  )
  return { tables, types, references, withIds: withIds.map(({ name }) => name) }
}
