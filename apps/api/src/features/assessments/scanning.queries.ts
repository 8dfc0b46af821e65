import type { AssessmentStatus } from 'contract/assessments'
import { SCAN_DELAYED_MS } from 'rules/scan-delay'
import { sql } from 'kysely'
import { OWNER } from '#features/assessments/access.queries.ts'
import { inScope } from '#db/in-scope.ts'
import type { Db, Scope } from '#db/scope.ts'
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

type File = {
  name: string
  scanning_since: string
  assessment_id: number
  owner_id: number
  type: string
  year: number
  status: AssessmentStatus
  is_review_started: boolean
}

export async function findWithAssessment(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<File>`
    select f.name, f.scanning_since, f.assessment_id, ${OWNER} as owner_id, a.type, a.year, a.status,
      exists (select from reviews r where r.tenant_id = a.tenant_id and r.assessment_id = a.id
        and r.status = 'started') as is_review_started
    from attachments f join assessments a on a.tenant_id = f.tenant_id and a.id = f.assessment_id
    where f.tenant_id = ${tenantId} and f.id = ${id} and f.removed_at is null`.execute(db)
  return rows[0]
}

/** Nodes note a delay one after the other. */
export async function lockScanDelay(db: Db, { tenantId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('virus check', ${tenantId}))`.execute(db)
}
