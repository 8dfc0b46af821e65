import { type Hash, createHash, hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from '#core/context.ts'
import { damaged } from './archive.ts'
import type { Manifest } from './contents.ts'

/** A row as text, null for NULL. */
export type Row = Record<string, string | null>

export type Changes = {
  /** What a column becomes, as SQL about `r.column`, by `table.column`. */
  values: Record<string, string>
  /** Rows that are left out, as SQL about `r`, by table. */
  without: Record<string, string>
  /** Adds the columns that come from elsewhere. Undefined leaves the row out. */
  complete: (table: string, row: Row) => Row | undefined
}

const BATCH_ROWS = 1000
const BATCH_BYTES = 2_000_000
const NEWLINE = 10

/** Inserts the rows of COPY into one table after the other, because COPY itself passes by no row-level security. */
export function insertTables(
  db: Db,
  tables: Record<string, string[]>,
  types: ReadonlyMap<string, string>,
  changes: Changes,
) {
  const sums: Manifest['tables'] = {}
  for (const table of Object.keys(tables)) sums[table] = { rows: 0, sha256: hash('sha256', '') }
  /** The ids by table, to look for the same ones elsewhere. */
  const ids: Record<string, Set<number>> = {}
  let open: { table: string; digest: Hash; rest: Buffer; rows: Row[]; bytes: number } | undefined

  async function add(table: string, bytes: Buffer) {
    if (!tables[table]) throw damaged()
    if (open?.table !== table) await end()
    open ??= { table, digest: createHash('sha256'), rest: Buffer.alloc(0), rows: [], bytes: 0 }
    open.digest.update(bytes)
    const joined = open.rest.length > 0 ? Buffer.concat([open.rest, bytes]) : bytes
    let start = 0
    for (let at = joined.indexOf(NEWLINE); at >= 0; at = joined.indexOf(NEWLINE, start)) {
      take(open, joined.toString('utf8', start, at))
      open.bytes += at - start
      start = at + 1
      if (open.rows.length >= BATCH_ROWS || open.bytes >= BATCH_BYTES) await flush()
    }
    open.rest = joined.subarray(start)
  }
  function take({ table, rows }: NonNullable<typeof open>, line: string) {
    const fields = line.split('\t').map(fieldOf)
    const columns = tables[table] ?? []
    if (fields.length !== columns.length) throw damaged()
    const row = Object.fromEntries(columns.map((name, index) => [name, fields[index] ?? null]))
    const sum = sums[table]
    if (sum) sum.rows += 1
    if (row.id?.match(/^\d+$/)) (ids[table] ??= new Set()).add(Number(row.id))
    const completed = changes.complete(table, row)
    if (completed) rows.push(completed)
  }
  async function flush() {
    if (!open) return
    const { table, rows } = open
    open.rows = []
    open.bytes = 0
    if (rows[0]) await insert(table, Object.keys(rows[0]), rows)
  }
  async function insert(table: string, columns: string[], rows: Row[]) {
    const name = pg.escapeIdentifier(table)
    const quoted = columns.map((column) => pg.escapeIdentifier(column))
    const values = columns.map(
      (column, index) =>
        changes.values[`${table}.${column}`] ??
        `r.${quoted[index]}::${types.get(`${table}.${column}`)}`,
    )
    const text = `insert into ${name} (${quoted.join(', ')}) select ${values.join(', ')}
      from json_to_recordset($1::json) r (${quoted.map((column) => `${column} text`).join(', ')})
      where not (${changes.without[table] ?? 'false'})`
    await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(rows)]))
  }
  async function end() {
    if (!open) return
    if (open.rest.length > 0) throw damaged()
    await flush()
    const sum = sums[open.table]
    if (sum) sum.sha256 = open.digest.digest('hex')
    open = undefined
  }
  return { sums, ids, add, end }
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A field in the text format of COPY. */
function fieldOf(text: string): string | null {
  if (text === String.raw`\N`) return null
  return text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
}
