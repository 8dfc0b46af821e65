import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './names.ts'
import { openAsOwner } from './owner.ts'

/** A copy of the migrated template. `owner` bypasses row-level security: for fixtures and checks only. */
export async function copyDatabase() {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnce(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const ownerUrl = new URL(`/${name}`, adminUrl).href
  const { owner, db, close } = await openAsOwner(ownerUrl)
  return {
    ownerUrl,
    owner,
    db,
    drop: async () => {
      await close()
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
