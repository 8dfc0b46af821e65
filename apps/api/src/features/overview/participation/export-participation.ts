import type { Readable } from 'node:stream'
import { ASSESSMENT_TYPE_LABELS, PARTICIPATION_LABELS } from 'contract/labels'
import type { Participant, ParticipationFilter } from 'contract/participation'
import type { SignedInContext } from '#core/context.ts'
import { exportList } from '#support/export-list.ts'
import type { ListCell } from '#support/stream-workbook.ts'
import { timeOf } from './list-participants.ts'
import { listParticipantKeys } from './matching.queries.ts'
import { type Key, listParticipantsByKey } from './participation.queries.ts'

/** All matching participants as a file. */
export async function exportParticipation(
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
    details: (count) => ({ lines: count, year }),
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
  { header: 'State', width: 14 },
  { header: 'Answered statements', width: 20 },
  { header: 'Statements', width: 12 },
  { header: 'Last activity (UTC)', width: 20 },
]

function cellsOf({ person, tenant, state, assessment }: Participant, year: number): ListCell[] {
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
