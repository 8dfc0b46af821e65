import pg from 'pg'

/** Of each table one value, another one after every write. */
export type RowVersions = Map<string, string | null>

/**
 * Tells cheaply which tables were written to: every row that is added or changed has a transaction and a place of its own, and
 * neither is read with the columns.
 */
export function rowVersionReader(client: pg.ClientBase, tables: readonly string[]) {
  const text = unionOf(
    tables,
    (name, table) =>
      `select '${name}' as name, sum(hashtidextended(ctid, xmin::text::bigint))::text as version from ${table}`,
  )
  return async (): Promise<RowVersions> => {
    const { rows } = await client.query<{ name: string; version: string | null }>(text)
    return new Map(rows.map(({ name, version }) => [name, version]))
  }
}

/** The tables of which the rows are not those of before. */
export function touchedSince(before: RowVersions, now: RowVersions): string[] {
  return [...now.keys()].filter((name) => !before.has(name) || before.get(name) !== now.get(name))
}

/** One select for each table, read at once. */
export function unionOf(
  tables: readonly string[],
  select: (name: string, table: string) => string,
) {
  return tables.map((name) => select(name, pg.escapeIdentifier(name))).join(' union all ')
}
