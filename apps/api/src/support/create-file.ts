import type { App } from '#core/context.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { type Db, type Scope, scopeOf } from '#db/scope.ts'
import { inEveryTenant } from './every-tenant.ts'
import {
  type FileContent,
  type FileKind,
  type WaitingFile,
  deleteOldFiles,
  findWaitingFile,
  settleFile,
} from './generated-files.queries.ts'

export type MadeFile = {
  content: FileContent
  /** Runs with the change that makes the file ready. */
  tell?: (db: Db) => Promise<void>
}

/** Creates the file of a row. Undefined if it is no longer wanted. */
type MakeFile = (app: App, scope: Scope, waiting: WaitingFile) => Promise<MadeFile | undefined>

export type FileMakers = Record<FileKind, MakeFile>

/** The job of a file. Running it twice keeps one file. */
export async function createFile(
  app: App,
  makers: FileMakers,
  { tenantId, id }: JobData,
  attempt: Attempt,
): Promise<void> {
  const scope = scopeOf(tenantId)
  const inTenant = <T>(work: (db: Db) => Promise<T>) => withTenant(app.pools, tenantId, work)
  try {
    const waiting = await inTenant((db) => findWaitingFile(db, scope, id))
    const made = waiting && (await makers[waiting.kind](app, scope, waiting))
    if (!made) return
    await inTenant(async (db) => {
      if (await settleFile(db, scope, id, made.content)) await made.tell?.(db)
    })
  } catch (error) {
    if (attempt.isLast) await inTenant((db) => settleFile(db, scope, id, null))
    throw error
  }
}

/** Removes files after their time, because they are copies. */
export async function removeOldFiles({ pools, adapters }: App): Promise<void> {
  await inEveryTenant(pools, (db, scope) => deleteOldFiles(db, scope, adapters.now()))
}
