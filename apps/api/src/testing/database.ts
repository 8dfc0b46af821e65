import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseOf } from '#db/driver.ts'
import { migrate } from '#db/migrate.ts'
import { TEMPLATE, TEST_SECRET } from './names.ts'

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

/** A database of one's own as it was before a migration; `goOn` brings it up to date. */
export async function olderDatabase(before: string) {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnce(adminUrl, `create database ${name}`)
  const ownerUrl = new URL(`/${name}`, adminUrl).href
  await migrate(ownerUrl, { secret: TEST_SECRET, before })
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  return {
    owner,
    goOn: () => migrate(ownerUrl, { secret: TEST_SECRET }),
    drop: async () => {
      await owner.end()
      await runOnce(adminUrl, `drop database ${name} with (force)`)
    },
  }
}

async function runOnce(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
