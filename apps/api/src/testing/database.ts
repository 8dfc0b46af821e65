import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseOf } from '#db/driver.ts'
import { TEMPLATE } from './names.ts'

/** A database of one's own, copied from the migrated template. `owner` reads past row security: for arranging and checking only. */
export async function copyDatabase() {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnce(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const ownerUrl = new URL(`/${name}`, adminUrl).href
  const owner = new pg.Client({ connectionString: ownerUrl, pipeline: true })
  await owner.connect()
  return {
    ownerUrl,
    owner,
    db: databaseOf(owner),
    drop: async () => {
      await owner.end()
      await runOnce(adminUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Removes all rows but those of the migrations; nothing that a test left on the connection stays. */
export async function emptyDatabase(owner: pg.Client): Promise<void> {
  await owner.query('rollback; discard temp; reset all')
  const { rows } = await owner.query<{ statement: string }>(EMPTYING)
  await owner.query(rows.map(({ statement }) => statement).join(';\n'))
}

// A table without pages has never had a row. Ids go on, so that nothing remembered of an earlier row names a later one.
const EMPTYING = `
  select 'delete from pgboss.job' as statement
  union all select format('truncate %s cascade', c.oid::regclass) from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not in ('migrations', 'functions') and pg_relation_size(c.oid) > 0
  union all select format('alter sequence %s restart', c.oid::regclass) from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and c.relname <> 'ids'`

async function runOnce(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
