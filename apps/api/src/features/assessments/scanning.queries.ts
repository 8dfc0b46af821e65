import { SCAN_DELAYED_MS } from 'rules/scan-delay'
import { sql } from 'kysely'
import { inScope } from '#db/in-scope.ts'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

export type DelayedScans = { files: number; since: string }

export async function findDelayedScans(db: Db, scope: VisibleScope, now: Date) {
  const { files, since } = await delayed(db, scope, now)
    .select((f) => [f.fn.countAll<number>().as('files'), f.fn.min('scanning_since').as('since')])
    .executeTakeFirstOrThrow()
  return since === null ? null : { files, since }
}

export async function listDelayedScans(
  db: Db,
  scope: VisibleScope,
  now: Date,
  { except, limit }: { except: readonly number[]; limit: number },
) {
  return await delayed(db, scope, now)
    .select(['tenant_id', 'id'])
    .where('id', '<>', sql<number>`all(${[...except]}::bigint[])`)
    .orderBy('scanning_since')
    .limit(limit)
    .execute()
}

function delayed(db: Db, scope: VisibleScope, now: Date) {
  return db
    .selectFrom('attachments')
    .where(inScope('tenant_id', scope))
    .where('status', '=', 'scanning')
    .where('removed_at', 'is', null)
    .where('scanning_since', '<=', new Date(now.getTime() - SCAN_DELAYED_MS).toISOString())
}
