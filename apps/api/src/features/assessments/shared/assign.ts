import type { SharedForUser } from 'contract/shared-assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { dayOf } from '#core/host-tenant.ts'
import { editionOf } from '#features/content/edition.ts'
import { refusePast } from '#support/refuse-past.ts'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { reopenElement } from '#features/assessments/completions.queries.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { notYours, requireOpen } from '#features/assessments/require-open-assessment.ts'
import { requireAnswered } from '#features/assessments/answering/complete-element.ts'
import {
  deleteAssignments,
  hasAssignment,
  markDone,
  markReturned,
  upsertAssignments,
} from './assignments.queries.ts'
import { getReadable, lockManaged, requireEligible } from './managed.ts'
import { refuseApprover } from './set-approver.ts'
import { type Shared, addContributor, getSharedForUser } from './shared.queries.ts'
import { tellAssigned, tellReturned } from './tell-people.ts'

type Body = { element_ids: number[]; user_id: number | null; due_on: string | null }

/** Assigns elements to a colleague, who becomes a contributor. Without one, the owner answers them again. */
export async function assignElements(
  db: Db,
  context: SignedInContext,
  id: number,
  { element_ids: elementIds, user_id: userId, due_on: dueOn }: Body,
) {
  const { scope } = context
  const found = await lockManaged(db, context, id)
  requireOpen(found.status)
  const elements = await requireElements(db, context, found, elementIds)
  if (userId === null || userId === found.owner_id) {
    await deleteAssignments(db, scope, id, elementIds)
    return await seen(db, context, id)
  }
  await requireEligible(db, context, userId)
  refuseApprover(found, userId)
  refusePast(dueOn, dayOf(context.tenant, context.app.adapters.now()))
  const isFirst = !(await hasAssignment(db, scope, id, userId))
  await addContributor(db, scope, id, userId)
  await upsertAssignments(db, scope, id, { elementIds, userId, dueOn })
  await tellAssigned(db, context, found, { userId, elements, dueOn, isFirst })
  return await seen(db, context, id)
}

/** By the one who answers it. Complete is more: the owner says that. */
export async function markElementDone(
  db: Db,
  context: SignedInContext,
  id: number,
  elementId: number,
) {
  const { app, scope, actor } = context
  const found = await getReadable(db, context, id)
  await requireElements(db, context, found, [elementId])
  await joinAssessment(db, scope, { id })
  const { assessment, answers } = await getSavedAnswers(db, scope, id)
  requireOpen(assessment.status)
  requireAnswered(
    answers,
    await editionOf(db, scope, app.cache, assessment.content_set_id),
    elementId,
  )
  const at = app.adapters.now()
  if (!(await markDone(db, scope, { id, elementId, userId: actor.id, at })))
    throw notYours('answer')
  return await seen(db, context, id)
}

/** To the one who answers it, to look again. */
export async function returnElement(
  db: Db,
  context: SignedInContext,
  id: number,
  elementId: number,
) {
  const found = await lockManaged(db, context, id)
  requireOpen(found.status)
  const [element] = await requireElements(db, context, found, [elementId])
  const at = context.app.adapters.now()
  const returned = await markReturned(db, context.scope, { id, elementId, at })
  if (!returned || !element)
    throw new ApiError('conflict', 'This element isn’t done, so there is nothing to give back.')
  await reopenElement(db, context.scope, id, elementId)
  const { user_id: userId, due_on: dueOn } = returned
  if (userId !== null) await tellReturned(db, context, found, { userId, element, dueOn })
  return await seen(db, context, id)
}

export async function seen(
  db: Db,
  { scope, actor }: SignedInContext,
  id: number,
): Promise<SharedForUser> {
  const found = await getSharedForUser(db, scope, actor.id, id)
  if (!found) throw notFound('shared assessment')
  return found
}

export async function requireElements(
  db: Db,
  { app, scope }: SignedInContext,
  { content_set_id }: Shared,
  ids: readonly number[],
) {
  const { elements } = await editionOf(db, scope, app.cache, content_set_id)
  const found = elements.filter(({ id }) => ids.includes(id))
  if (found.length < new Set(ids).size) throw notFound('element')
  return found
}
