import { isUtf8 } from 'node:buffer'
import { type Hash, createHash, hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from '#db/scope.ts'
import type { Tables } from './archive-list.ts'
import type { Manifest } from './contents.ts'
import { damaged } from './damaged.ts'

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
/** Of one row. The largest texts are frozen reports. */
const MOST_LINE = 64 * 1024 * 1024
const NEWLINE = 10

type Inserting = {
  tables: Tables
  types: ReadonlyMap<string, string>
  /** Columns with ids that no foreign key checks, by table. */
  references: ReadonlyMap<string, readonly string[]>
  check: (table: string, row: Row, number: number) => Promise<Row>
  changes: Changes
}

/** Inserts the rows of COPY into one table after the other, because COPY itself passes by no row-level security. */
export function insertTables(db: Db, { tables, types, references, check, changes }: Inserting) {
  const sums: Manifest['tables'] = {}
  for (const table of tables.keys()) sums[table] = { rows: 0, sha256: hash('sha256', '') }
  /** The ids by table, to look for the same ones elsewhere. */
  const ids = new Map<string, Set<number>>()
  const named = new Set<number>()
  let open: { table: string; digest: Hash; rest: Buffer[]; rows: Row[]; bytes: number } | undefined

  async function add(table: string, chunk: Buffer) {
    if (open?.table !== table) await end()
    open ??= { table, digest: createHash('sha256'), rest: [], rows: [], bytes: 0 }
    open.digest.update(chunk)
    let start = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...open.rest, chunk.subarray(start, at)])
      open.rest = []
      await take(open, line)
      start = at + 1
      if (open.rows.length >= BATCH_ROWS || open.bytes >= BATCH_BYTES) await flush()
    }
    if (start < chunk.length) open.rest.push(chunk.subarray(start))
    if (lengthOf(open.rest) > MOST_LINE) throw damaged()
  }
  async function take(into: NonNullable<typeof open>, line: Buffer) {
    const { table, rows } = into
    if (!isUtf8(line)) throw damaged()
    into.bytes += line.length
    const fields = line.toString('utf8').split('\t').map(fieldOf)
    const columns = tables.get(table) ?? []
    const sum = sums[table]
    if (fields.length !== columns.length || !sum) throw damaged()
    sum.rows += 1
    const row = Object.fromEntries(columns.map((name, index) => [name, fields[index] ?? null]))
    const checked = await check(table, row, sum.rows)
    note(table, checked)
    const completed = changes.complete(table, checked)
    if (completed) rows.push(completed)
  }
  function note(table: string, row: Row) {
    if (row.id?.match(/^\d+$/)) {
      const own = ids.get(table) ?? new Set()
      ids.set(table, own.add(Number(row.id)))
    }
    for (const column of references.get(table) ?? []) {
      const value = row[column]
      if (typeof value === 'string') named.add(Number(value))
    }
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
    if (lengthOf(open.rest) > 0) throw damaged()
    await flush()
    const sum = sums[open.table]
    if (sum) sum.sha256 = open.digest.digest('hex')
    open = undefined
  }
  return { sums, ids, named, add, end }
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A field in the text format of COPY. */
function fieldOf(text: string): string | null {
  if (text === String.raw`\N`) return null
  return text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
}
