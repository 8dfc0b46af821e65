import pg from 'pg'
import { readTables } from './catalogue.ts'
import { changesOf, rowVersionReader } from './row-versions.ts'

/** Copies every row; the result puts them back, so that each call finds the same rows. */
export async function keepRows(owner: pg.ClientBase): Promise<() => Promise<void>> {
  const tables = (await readTables(owner)).filter(
    ({ name }) => !['functions', 'migrations'].includes(name),
  )
  for (const { name } of tables)
    await owner.query(`create temporary table kept_${name} as select * from ${name}`)
  const readVersions = rowVersionReader(owner, tables)
  let versions = await readVersions()
  return async () => {
    const changes = changesOf(versions, await readVersions())
    const changed = new Set(changes.map((name) => name.split('/')[1]))
    if (changed.size === 0) return
    const statements = tables
      .filter(({ name }) => changed.has(name))
      .flatMap(({ name, columns }) => {
        const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ')
        return [
          `delete from ${name}`,
          `insert into ${name} (${names}) overriding system value select ${names} from kept_${name}`,
        ]
      })
    // As a replica, so that no trigger and no foreign key acts on rows in between.
    const replica = 'set local session_replication_role = replica'
    await owner.query(['begin', replica, ...statements, 'commit'].join(';\n'))
    versions = await readVersions()
  }
}
