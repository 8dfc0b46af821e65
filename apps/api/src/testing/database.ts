import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './names.ts'
import { connect } from '#db/connect.ts'
import { openAsOwner } from './owner.ts'

/**
 * A copy of the migrated template. `owner` bypasses row-level security: for fixtures and checks only.
 * It stays until the server is removed: dropping its 700 files made copying the next one slow.
 */
export async function copyDatabase() {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await (await connected(adminUrl)).query(`create database ${name} template ${TEMPLATE}`)
  const ownerUrl = new URL(`/${name}`, adminUrl).href
  return { ownerUrl, ...(await openAsOwner(ownerUrl)) }
}

let admin: Promise<pg.Client> | undefined

/** One connection for all files of a worker, which ends with it. */
async function connected(adminUrl: string): Promise<pg.Client> {
  return await (admin ??= connect(adminUrl))
}
