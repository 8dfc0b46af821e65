import { ASSESSMENT_TYPE_LABELS, PARTICIPATION_LABELS } from 'contract/labels'
import type { Participant, ParticipationFilter } from 'contract/participation'
import { type SignedInContext, scopeOf } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import type { ListCell, ListFile } from '#support/list-file.ts'
import { inVisible } from '#support/tenant-scope.ts'
import { timeOf } from './list-participants.ts'
import { listParticipantKeys } from './matching.queries.ts'
import { type Key, listParticipantsByKey } from './participation.queries.ts'

const BATCH = 200

/** The whole list as a file, which each organisation's audit log records. Keys are held, rows are read in batches. */
export async function exportParticipation(
  context: SignedInContext,
  filter: ParticipationFilter,
  ending: 'csv' | 'xlsx',
): Promise<ListFile> {
  const { app, tenant, actor, request, reply } = context
  const time = timeOf(context, filter.year)
  const { year } = time
  const keys = await inVisible(context, (db, scope) =>
    listParticipantKeys(db, scope, filter, { time }),
  )
  const byTenant = Map.groupBy(keys, (key) => key.tenant_id)
  await withTenants(app.pools, [...byTenant.keys()], async (db) => {
    for (const [tenantId, own] of byTenant)
      await recordEvent(
        db,
        { scope: scopeOf(tenantId), actor, request },
        'participation.exported',
        { details: { lines: own.length, year, format: ending } },
      )
  })
  const day = app.adapters.now().toISOString().slice(0, 10)
  const name = `${tenant.domain}-participation-${year}-${day}.${ending}`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  return { title: 'Participation', columns: COLUMNS, rows: rowsOf(context, keys, year) }
}

const COLUMNS = [
  { header: 'Name', width: 30 },
  { header: 'Email', width: 36 },
  { header: 'Organisation', width: 30 },
  { header: 'Year', width: 8 },
  { header: 'Type', width: 18 },
  { header: 'Content set', width: 36 },
  { header: 'State', width: 14 },
  { header: 'Answered statements', width: 20 },
  { header: 'Statements', width: 12 },
  { header: 'Last activity (UTC)', width: 20 },
]

async function* rowsOf(
  context: SignedInContext,
  keys: readonly Key[],
  year: number,
): AsyncGenerator<ListCell[]> {
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH)
    const rows = await inVisible(context, (db, scope) => listParticipantsByKey(db, scope, batch))
    yield* rows.map((row) => rowOf(row, year))
  }
}

function rowOf({ person, tenant, state, assessment }: Participant, year: number): ListCell[] {
  return [
    person.name,
    person.email,
    tenant.name,
    assessment?.year ?? year,
    assessment && ASSESSMENT_TYPE_LABELS[assessment.type],
    assessment && assessment.content_set.title,
    PARTICIPATION_LABELS[state],
    assessment && assessment.answered,
    assessment && assessment.total,
    assessment && new Date(assessment.touched_at),
  ]
}
