import { allows } from 'rules/assessment-status'
import type { SignedInContext } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import {
  type Assessment,
  getAssessment,
  insertAssessment,
} from '#features/assessments/assessments.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { scopeOf } from '#features/assessments/scope-choice.ts'
import { editionOf } from '#features/content/edition.ts'
import { chooseSet } from '#features/assessments/chosen-set.ts'
import { requireThisYear } from '#features/assessments/require-open-assessment.ts'
import { copyWork } from './copy-work.ts'
import { copyPeople, isEmpty } from './self-assessment-copy.queries.ts'

/** The certification of the same year, with the self-assessment's answers, notes and files if it is open and empty. */
export async function startCertification(
  db: Db,
  context: SignedInContext,
  selfAssessmentId: number,
): Promise<number> {
  const { scope, actor } = context
  const from = await getAssessment(db, scope, { userId: actor.id, to: 'manage' }, selfAssessmentId)
  if (from.type !== 'self_assessment') throw notFound('self-assessment')
  const chosen = await certificationFor(db, scope, actor.id, { ...from, set: from.family_id })
  if (!chosen) throw notFound('content set')
  const { to } = chosen
  const id = chosen.known?.id ?? (await create(db, context, from, to))
  await lockAssessment(db, scope, { id })
  const { status } = await getAssessment(db, scope, { userId: actor.id, to: 'manage' }, id)
  if (allows(status, 'answer') && (await isEmpty(db, scope, id)))
    await copyWork(db, context, from, { id, to, asksForEvidence: true })
  return id
}

type Of = { year: number; set: number; is_shared: boolean }

/** The certification beside a self-assessment, and its edition. Undefined if the set offers none. */
export async function certificationFor(
  db: Db,
  scope: Scope,
  userId: number,
  { year, set, is_shared }: Of,
) {
  const whose = is_shared ? 'ours' : 'mine'
  const chosen = await chooseSet(db, scope, userId, { year, type: 'certification', set, whose })
  const { assessment, contentSetId: to } = chosen
  if (chosen.set !== set || to === undefined) return undefined
  // Where there is none of the organisation, the user's own one is chosen.
  return { to, known: assessment?.is_shared === is_shared ? assessment : undefined }
}

async function create(
  db: Db,
  context: SignedInContext,
  { id: from, owner_id, is_shared, family_id, year, ...chosen }: Assessment,
  content_set_id: number,
) {
  requireThisYear(context, year)
  const type = 'certification'
  const whose = { owner_id, is_shared, family_id }
  const edition = await editionOf(db, context.scope, context.app.cache, content_set_id)
  const asked = scopeOf(edition, {}, chosen)
  const made = { ...whose, ...asked, content_set_id, year, type, carried_from: year } as const
  const { id } = await insertAssessment(db, context.scope, made)
  if (is_shared) await copyPeople(db, context.scope, { from, id })
  return id
}
