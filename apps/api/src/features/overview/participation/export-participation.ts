import type { Participant, ParticipationFilter } from 'contract/participation'
import { type SignedInContext, scopeOf } from '#core/context.ts'
import { planAnew } from '#db/plan-anew.ts'
import { recordEvent } from '#support/audit.queries.ts'
import type { ListCell, ListFile } from '#support/list-file.ts'
import { inView } from '#support/tenant-scope.ts'
import { type Key, findParticipants } from './find-participants.ts'
import { readLines, timeOf, wishOf } from './list-participants.ts'

/** More than any installation has; ids alone are held, the rows come in batches. */
const MOST = 1_000_000
const BATCH = 200

/** The whole list as a file; each organisation's audit log tells who took it. */
export async function exportParticipation(
  context: SignedInContext,
  filter: ParticipationFilter,
  ending: 'csv' | 'xlsx',
): Promise<ListFile> {
  const found = await inView(context, async (db, scope) => {
    await planAnew(db)
    const { titles: _, ...wish } = await wishOf(db, scope, filter, timeOf(context))
    const { keys } = await findParticipants(db, wish, { sort: filter.sort, skip: 0, most: MOST })
    for (const [tenantId, own] of Map.groupBy(keys, (key) => key.tenantId))
      await recordEvent(db, scopeOf(tenantId), {
        action: 'participation exported',
        actorId: context.actor.id,
        details: { lines: own.length, year: wish.year, format: ending },
        requestId: context.request.id,
      })
    return { keys, year: wish.year }
  })
  const { app, tenant, reply } = context
  const day = app.adapters.now().toISOString().slice(0, 10)
  const name = `${tenant.domain}-participation-${found.year}-${day}.${ending}`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  return { title: 'Participation', columns: COLUMNS, rows: rowsOf(context, found) }
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

type Found = { keys: readonly Key[]; year: number }

async function* rowsOf(
  context: SignedInContext,
  { keys, year }: Found,
): AsyncGenerator<ListCell[]> {
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH)
    const lines = await readLines(context, batch)
    yield* lines.map((line) => rowOf(line, year))
  }
}

function rowOf({ person, tenant, state, assessment }: Participant, year: number): ListCell[] {
  return [
    person.name,
    person.email,
    tenant.name,
    assessment?.year ?? year,
    assessment && TYPE_WORDS[assessment.type],
    assessment && assessment.content_set.title,
    STATE_WORDS[state],
    assessment && assessment.answered,
    assessment && assessment.total,
    assessment && new Date(assessment.touched_at),
  ]
}

const TYPE_WORDS = { self_assessment: 'Self-assessment', certification: 'Certification' } as const

const STATE_WORDS = {
  not_begun: 'Not begun',
  in_progress: 'In progress',
  completed: 'Completed',
  in_review: 'In review',
  returned: 'Returned',
  certified: 'Certified',
} as const
