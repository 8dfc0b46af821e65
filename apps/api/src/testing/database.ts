import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './names.ts'
import { connect } from '#db/connect.ts'
import { openAsOwner } from './owner.ts'

/** As `npm test` has it. */
const IN_MEMORY = tmpdir().startsWith('/dev/shm')

const TRIES = 20

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
      if (!IN_MEMORY) return
      await untilLeft(server, name)
      await server.query(`drop database ${name} with (force)`)
    },
  }
}

/** A pool has ended before the server knows: a connection that is cut off then fails where no one listens. */
async function untilLeft(server: pg.Client, name: string) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { rowCount } = await server.query('select from pg_stat_activity where datname = $1', [
      name,
    ])
    if (rowCount === 0) return
    await setTimeout(10)
  }
}

let admin: Promise<pg.Client> | undefined

/** One connection for all files of a worker, which ends with it. */
async function connected(adminUrl: string): Promise<pg.Client> {
  return await (admin ??= connect(adminUrl))
}
