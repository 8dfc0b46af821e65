import pg from 'pg'
import { readTables } from './catalogue.ts'

/** A value by `tenant/table` that changes with every write to the tenant's rows. */
export type RowVersions = Map<string, string>

/** Reads all tables but `ignored`. Every write changes a row's `ctid` or `xmin`, so its columns aren't read. */
export async function rowVersionReader(client: pg.ClientBase, ignored: readonly string[] = []) {
  const tables = (await readTables(client)).filter(({ name }) => !ignored.includes(name))
  const text = tables
    .map(({ name, columns }) => {
      const tenant = columns.some((column) => column.name === 'tenant_id') ? 'tenant_id' : '0'
      return `select ${tenant} || '/${name}' as name,
        sum(hashtidextended(ctid, xmin::text::bigint))::text as version
        from ${pg.escapeIdentifier(name)} group by 1`
    })
    .join(' union all ')
  return async (): Promise<RowVersions> => {
    const { rows } = await client.query<{ name: string; version: string }>({
      name: 'row versions',
      text,
    })
    return new Map(rows.map(({ name, version }) => [name, version]))
  }
}

/** The names whose rows were written to. */
export function changesOf(before: RowVersions, after: RowVersions): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name))
}

/**
 * Copies every row. `restore` puts the rows back for the next call and returns their versions. Rows that nothing changed
 * stay, because each row that is written makes the next readings slower.
 */
export async function keepRows(owner: pg.ClientBase) {
  const ignored = ['functions', 'migrations']
  const tables = (await readTables(owner)).filter(({ name }) => !ignored.includes(name))
  for (const { name } of tables)
    await owner.query(`create temporary table kept_${name} as select * from ${name}`)
  const read = await rowVersionReader(owner, ignored)
  let versions = await read()
  const restore = async (now?: RowVersions) => {
    const changes = changesOf(versions, now ?? (await read()))
    const changed = new Set(changes.map((name) => name.split('/')[1]))
    if (changed.size === 0) return versions
    const statements = tables
      .filter(({ name }) => changed.has(name))
      .flatMap(({ name, columns }) => {
        const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ')
        return [
          `delete from ${name} one where one::text not in (select kept::text from kept_${name} kept)`,
          `insert into ${name} (${names}) overriding system value select ${names}
            from kept_${name} kept where kept::text not in (select one::text from ${name} one)`,
        ]
      })
    // As a replica, so that no trigger or foreign key acts while rows are restored.
    const replica = 'set local session_replication_role = replica'
    await owner.query(['begin', replica, ...statements, 'commit'].join(';\n'))
    return (versions = await read())
  }
  return { read, restore }
}
