import type { App } from '#core/context.ts'
import { createCache } from '#core/cache.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Db, Scope } from '#db/scope.ts'
import { updateApprover } from '#features/assessments/approver.queries.ts'
import { updateAssessment } from '#features/assessments/assessments.queries.ts'
import { upsertMember } from '#features/assessments/shared/shared.queries.ts'
import { insertRequest } from '#features/certification/approvals/approvals.queries.ts'
import { freezeReport } from '#features/reports/snapshot/create-report.ts'
import { tell } from '#support/notices.queries.ts'
import { demoAnswers } from './demo-answers.ts'
import { demoSet } from './demo-set.ts'
import { OWNER, type Parts, TIME_ZONE, ago, dayIn, idIn, ownerOf, partsOf } from './demo-team.ts'
import team from './demo-team.json' with { type: 'json' }
import { insertAnswers } from './insert-demo-assessment.ts'
import { insertComment, insertElement } from './insert-demo-elements.ts'
import { insertDemoPlan } from './insert-demo-plan.ts'
import { insertDemoEvidence } from './insert-demo-evidence.ts'

const VIEWER = 'Board Secretary'
const APPROVER = 'Chief Executive'

/**
 * Northfield answers together this year: a self-assessment on its way, and a certification that waits for approval. Last
 * year's report has a plan.
 */
export async function insertDemoTeam(db: Db, app: App, scope: Scope): Promise<void> {
  const now = app.adapters.now()
  const parts = await partsOf(db, scope)
  const year = yearOf({ timeZone: TIME_ZONE }, now)
  const id = await insertShared(db, scope, { ...parts, year, type: 'self_assessment' })
  const shared = { ...parts, id, now }
  for (const element of team.elements) await insertElement(db, scope, shared, element)
  for (const comment of team.comments) await insertComment(db, scope, shared, comment)
  await upsertMember(db, scope, id, { userId: idIn(parts.people, VIEWER), role: 'viewer' })
  await db
    .insertInto('assessment_visits')
    .values({
      tenant_id: scope.tenantId,
      assessment_id: id,
      user_id: idIn(parts.people, OWNER),
      seen_at: ago(now, 2),
    })
    .execute()
  await insertCertification(db, app, scope, { ...parts, year, now })
  await insertDemoPlan(db, scope, { ...parts, year: year - 1, now })
}

async function insertShared(
  db: Db,
  { tenantId }: Scope,
  {
    setId,
    familyId,
    people,
    year,
    type,
  }: Parts & { year: number; type: 'self_assessment' | 'certification' },
): Promise<number> {
  const { id } = await db
    .insertInto('assessments')
    .values({
      tenant_id: tenantId,
      owner_id: idIn(people, OWNER),
      family_id: familyId,
      content_set_id: setId,
      year,
      type,
      status: 'in_progress',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Complete with its evidence, so that the approver has something to decide. */
async function insertCertification(
  db: Db,
  { adapters: { files } }: App,
  scope: Scope,
  parts: Parts & { year: number; now: Date },
) {
  const { setId, people, now } = parts
  const owner = idIn(people, OWNER)
  const id = await insertShared(db, scope, { ...parts, type: 'certification' })
  const all = demoSet().elements.map(({ statements }) => statements.length)
  const answers = demoAnswers(demoSet(), { ...ownerOf(), thisYear: all }, 'this-year')
  const at = new Date(ago(now, 2))
  await insertAnswers(db, scope, { assessmentId: id, userId: owner, setId, at }, answers)
  await insertDemoEvidence(db, files, scope, { assessmentId: id, userId: owner })
  await upsertMember(db, scope, id, { userId: idIn(people, VIEWER), role: 'viewer' })
  await updateAssessment(db, scope, id, { status: 'completed', completed_at: at.toISOString() })
  await freezeReport(db, scope, createCache(), id, at)
  const approverId = idIn(people, APPROVER)
  await updateApprover(db, scope, id, approverId)
  await insertRequest(db, scope, { id, approverId, askedBy: owner })
  await tell(db, scope, [approverId], {
    kind: 'approval',
    assessmentId: id,
    by: owner,
    at: now,
    toldOn: dayIn(now, 0),
  })
}
