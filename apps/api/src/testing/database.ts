import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import type pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './names.ts'
import { connect } from '#db/connect.ts'
import { openAsOwner } from './owner.ts'

/** As `npm test` has it. */
const IN_MEMORY = tmpdir().startsWith('/dev/shm')

/**
 * A copy of the migrated template. `owner` bypasses row-level security: for fixtures and checks only.
 * The files are copied as they are, because writing their blocks to the log takes as much again. On a disk it stays until the server is removed: dropping its 700 files made copying the next one slow.
 */
export async function copyDatabase() {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = await connected(adminUrl)
  await server.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const ownerUrl = new URL(`/${name}`, adminUrl).href
  const { close, ...opened } = await openAsOwner(ownerUrl)
  return {
    ownerUrl,
    ...opened,
    close: async () => {
      await close()
      if (IN_MEMORY) await server.query(`drop database ${name} with (force)`)
    },
  }
}

let admin: Promise<pg.Client> | undefined

/** One connection for all files of a worker, which ends with it. */
async function connected(adminUrl: string): Promise<pg.Client> {
  return await (admin ??= connect(adminUrl))
}
