import { allows } from 'rules/assessment-status'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import {
  type Assessment,
  getAssessment,
  insertAssessment,
} from '#features/assessments/assessments.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { chooseSet } from '#features/assessments/chosen-set.ts'
import { requireThisYear } from '#features/assessments/require-open-assessment.ts'
import { copyWork } from './copy-work.ts'
import { isEmpty } from './self-assessment-copy.queries.ts'

/** The certification of the same year, with the self-assessment's answers, notes and files if it is open and empty. */
export async function startCertification(
  db: Db,
  context: SignedInContext,
  selfAssessmentId: number,
): Promise<number> {
  const { scope, actor } = context
  const from = await getAssessment(db, scope, { userId: actor.id, to: 'manage' }, selfAssessmentId)
  if (from.type !== 'self_assessment') throw notFound('self-assessment')
  const { year, family_id: set } = from
  const whose = from.is_shared ? 'ours' : 'mine'
  const choice = { year, type: 'certification', set, whose } as const
  const chosen = await chooseSet(db, scope, actor.id, choice)
  if (chosen.set !== set || chosen.contentSetId === undefined) throw notFound('content set')
  const to = chosen.contentSetId
  const id = chosen.assessment?.id ?? (await create(db, context, from, to))
  await lockAssessment(db, scope, { id })
  const { status } = await getAssessment(db, scope, { userId: actor.id, to: 'manage' }, id)
  if (allows(status, 'answer') && (await isEmpty(db, scope, id)))
    await copyWork(db, context, from, { id, to, asksForEvidence: true })
  return id
}

async function create(
  db: Db,
  context: SignedInContext,
  { owner_id, is_shared, family_id, year }: Assessment,
  content_set_id: number,
) {
  requireThisYear(context, year)
  const type = 'certification'
  const whose = { owner_id, is_shared, family_id }
  const made = { ...whose, content_set_id, year, type, carried_from: year } as const
  return (await insertAssessment(db, context.scope, made)).id
}
