import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { queues } from '#queues.ts'
import { TEMPLATE } from './names.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's address. */
    adminUrl: string
  }
}

/** One temporary server for the whole run, with a migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-test-'))
  const database = await startEmbedded({
    dataDir,
    durable: false,
    log: { debug() {}, error: (line) => project.vitest.logger.error(line) },
  })
  await addTemplate(database.url)
  project.provide('adminUrl', database.url)
  return async () => {
    await database.stop()
    await rm(dataDir, { recursive: true })
  }
}

async function addTemplate(adminUrl: string): Promise<void> {
  const admin = new Client(adminUrl)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate(new URL(`/${TEMPLATE}`, adminUrl).href, { rolePrefix: 'wm', queues })
}
