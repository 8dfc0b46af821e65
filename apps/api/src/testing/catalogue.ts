import type pg from 'pg'

/** The cross-tenant tables. Every other table belongs to a tenant. */
export const GLOBAL_TABLES = [
  'audit_forwarding',
  'backups',
  'functions',
  'maintenance',
  'migrations',
  'nodes',
  'rate_limits',
  'tenants',
  'terms',
  'virus_scanning',
]

export type Column = {
  name: string
  type: string
  isRequired: boolean
  /** The texts that a check of this column allows. */
  words: string[]
  hasCheck: boolean
}
export type ForeignKey = { target: string; columns: string[]; targetColumns: string[] }
export type Table = { name: string; columns: Column[]; foreignKeys: ForeignKey[] }

const TABLES = `
  select c.relname as name,
    (select json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, null),
      'isRequired', a.attnotnull and not a.atthasdef,
      'words', coalesce((select json_agg(w[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') w
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '[]'),
      'hasCheck', exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'f') and a.attnum = any(k.conkey))
    ) order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select json_agg(json_build_object(
      'target', k.confrelid::regclass::text,
      'columns', (select json_agg(a.attname order by x.n) from unnest(k.conkey) with ordinality x(num, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.num),
      'targetColumns', (select json_agg(a.attname order by x.n) from unnest(k.confkey) with ordinality x(num, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.num)
    ) order by cardinality(k.conkey)) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as "foreignKeys"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`

/** Every table, from the database's catalogue. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES)
  return rows
}

export async function readTenantTables(client: pg.ClientBase): Promise<Table[]> {
  return (await readTables(client)).filter(({ name }) => !GLOBAL_TABLES.includes(name))
}
