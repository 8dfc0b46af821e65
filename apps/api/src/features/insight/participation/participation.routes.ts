import type { Readable } from 'node:stream'
import { ASSESSMENT_TYPE_LABELS, ASSESSMENT_STATUS_LABELS } from 'contract/labels'
import { type Participant, type ParticipationFilter, participation } from 'contract/participation'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { exportList } from '#support/export-list.ts'
import type { ListCell } from '#support/stream-workbook.ts'
import { inVisible } from '#support/tenant-scope.ts'
import { countParticipants, listParticipantKeys } from './matching.queries.ts'
import {
  type Key,
  type Time,
  listParticipantsByKey,
  listTitlesOffered,
} from './participation.queries.ts'

export function participationRoutes(server: Server): void {
  handleDetached(server, participation.list, async ({ query }, context) => {
    const { page, limit, ...filter } = query
    const time = timeOf(context, filter.year)
    return await inVisible(context, async (db, scope) => {
      const count = await countParticipants(db, scope, filter, time)
      const isMany = count.has_more_than_total
      const part = { time, limit, offset: (page - 1) * limit, isMany }
      const keys = await listParticipantKeys(db, scope, filter, part)
      return {
        rows: await listParticipantsByKey(db, scope, keys),
        ...count,
        year: time.year,
        titles: await listTitlesOffered(db, scope, time, filter.tenant_id),
      }
    })
  })
  handleDetached(server, participation.exportCsv, ({ query }, context) =>
    exportParticipation(context, query, 'csv'),
  )
  handleDetached(server, participation.exportXlsx, ({ query }, context) =>
    exportParticipation(context, query, 'xlsx'),
  )
}

/** Without a year, the current one. */
function timeOf({ tenant, app }: SignedInContext, year: ParticipationFilter['year']): Time {
  const now = app.adapters.now()
  const thisYear = yearOf(tenant, now)
  return { now, year: year ?? thisYear, isPast: year !== undefined && year < thisYear }
}

async function exportParticipation(
  context: SignedInContext,
  filter: ParticipationFilter,
  format: 'csv' | 'xlsx',
): Promise<Readable> {
  const time = timeOf(context, filter.year)
  const { year } = time
  return await exportList<Key>(context, format, {
    title: 'Participation',
    period: String(year),
    columns: COLUMNS,
    action: 'participation.exported',
    details: (count) => ({ rows: count, year }),
    listKeys: (db, scope) => listParticipantKeys(db, scope, filter, { time }),
    listRows: async (db, scope, keys) =>
      (await listParticipantsByKey(db, scope, keys)).map((row) => cellsOf(row, year)),
  })
}

const COLUMNS = [
  { header: 'Name', width: 30 },
  { header: 'Email', width: 36 },
  { header: 'Organisation', width: 30 },
  { header: 'Year', width: 8 },
  { header: 'Type', width: 18 },
  { header: 'Content set', width: 36 },
  { header: 'Status', width: 14 },
  { header: 'Answered statements', width: 20 },
  { header: 'Statements', width: 12 },
  { header: 'Last activity (UTC)', width: 20 },
  { header: 'Shared assessment', width: 20 },
]

function cellsOf({ person, tenant, state, assessment }: Participant, year: number): ListCell[] {
  return [
    person.name,
    person.email,
    tenant.name,
    assessment?.year ?? year,
    assessment && ASSESSMENT_TYPE_LABELS[assessment.type],
    assessment && assessment.content_set.title,
    ASSESSMENT_STATUS_LABELS[state],
    assessment && assessment.answered,
    assessment && assessment.total,
    assessment && new Date(assessment.touched_at),
    assessment && (assessment.shared_id === null ? 'No' : 'Yes'),
  ]
}
