import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './names.ts'
import { openAsOwner } from './owner.ts'

/**
 * A copy of the migrated template. `owner` bypasses row-level security: for fixtures and checks only.
 * It stays until the server is removed: dropping its 700 files made copying the next one slow.
 */
export async function copyDatabase() {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(adminUrl)
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  await admin.end()
  const ownerUrl = new URL(`/${name}`, adminUrl).href
  return { ownerUrl, ...(await openAsOwner(ownerUrl)) }
}
