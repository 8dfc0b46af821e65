import { randomUUID } from 'node:crypto'
import { ACTION_LENGTHS } from 'contract/list-sizes'
import { plannedFrom } from 'rules/planned'
import { createCache } from '#core/cache.ts'
import type { Db, Scope } from '#db/scope.ts'
import { upsertMember } from '#features/assessments/shared/shared.queries.ts'
import { freezeReport } from '#features/reports/snapshot/create-report.ts'
import { snapshotOf } from '#features/reports/stored-snapshot.ts'
import { tell } from '#support/notices.queries.ts'
import { demoAnswers } from './demo-answers.ts'
import { demoSet } from './demo-set.ts'
import { OWNER, type Parts, ago, dayIn, idIn, ownerOf } from './demo-team.ts'
import plan from './demo-plan.json' with { type: 'json' }
import { insertAnswers } from './insert-demo-assessment.ts'

type Planned = {
  statement: string
  by?: string
  /** Days. */
  dueIn?: number
  status?: string
  note?: string
  changedAgo: number
}

type LastYear = Parts & { year: number; now: Date }

/** Northfield answered together last year too, and plans what its report says. */
export async function insertDemoPlan(db: Db, scope: Scope, parts: LastYear): Promise<void> {
  const id = await insertLastYear(db, scope, parts)
  const titles = await titlesIn(db, scope, id)
  const { now, people } = parts
  const owner = idIn(people, OWNER)
  for (const action of plan.actions as Planned[]) {
    const about = titles.get(action.statement)
    if (!about) throw new Error(`The demo's report has no action for ${action.statement}.`)
    const saved = await db
      .insertInto('actions')
      .values({
        tenant_id: scope.tenantId,
        assessment_id: id,
        statement_key: action.statement,
        key: randomUUID(),
        title: about.title,
        note: action.note ?? '',
        owner_id: action.by === undefined ? null : idIn(people, action.by),
        due_on: action.dueIn === undefined ? null : dayIn(now, action.dueIn),
        status: action.status ?? 'open',
        created_by: owner,
        created_at: ago(now, 200),
        updated_by: action.by === undefined ? owner : idIn(people, action.by),
        updated_at: ago(now, action.changedAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tellOf(db, scope, { ...parts, id, actionId: saved.id }, action)
  }
}

/** What is behind the bell of who owns an action that is still to be done. */
async function tellOf(
  db: Db,
  scope: Scope,
  { id, actionId, now, people }: LastYear & { id: number; actionId: number },
  { by, status = 'open', changedAgo }: Planned,
) {
  if (by === undefined || by === OWNER || !['open', 'in_progress'].includes(status)) return
  await tell(db, scope, [idIn(people, by)], {
    kind: 'planned',
    assessmentId: id,
    actionIds: [actionId],
    by: idIn(people, OWNER),
    at: new Date(ago(now, changedAgo)),
    toldOn: dayIn(now, -changedAgo),
  })
}

/** What its owner saw last year. */
async function insertLastYear(
  db: Db,
  scope: Scope,
  { setId, familyId, people, year }: LastYear,
): Promise<number> {
  const at = new Date(Date.UTC(year, 10, 21, 10))
  const owner = idIn(people, OWNER)
  const { id } = await db
    .insertInto('assessments')
    .values({
      tenant_id: scope.tenantId,
      owner_id: owner,
      family_id: familyId,
      content_set_id: setId,
      year,
      type: 'self_assessment',
      status: 'completed',
      created_at: at.toISOString(),
      touched_at: at.toISOString(),
      completed_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const name of plan.contributors)
    await upsertMember(db, scope, id, { userId: idIn(people, name), role: 'contributor' })
  const answers = demoAnswers(demoSet(), ownerOf(), 'last-year')
  await insertAnswers(db, scope, { assessmentId: id, userId: owner, setId, at }, answers)
  await freezeReport(db, scope, createCache(), id, at)
  return id
}

/** What the report of an assessment says is to be done, by the key of the statement. */
async function titlesIn(db: Db, { tenantId }: Scope, assessmentId: number) {
  const report = await db
    .selectFrom('reports')
    .select('snapshot')
    .where('tenant_id', '=', tenantId)
    .where('assessment_id', '=', assessmentId)
    .executeTakeFirstOrThrow()
  const { elements, actions } = snapshotOf(report)
  const keys = new Map(
    elements.flatMap(({ statements }) => statements.map(({ id, key }) => [id, key])),
  )
  return new Map(
    actions.map((action) => [keys.get(action.statement_id), plannedFrom(action, ACTION_LENGTHS)]),
  )
}
