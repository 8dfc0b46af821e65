import type { SharedForUser } from 'contract/shared-assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { dayOf } from '#core/host-tenant.ts'
import { WHOLE, editionFor } from '#features/assessments/edition-for.ts'
import { lockAddress } from '#support/awaited.queries.ts'
import { refusePast } from '#support/refuse-past.ts'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { reopenElement } from '#features/assessments/completions.queries.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { notYours, requireOpen } from '#features/assessments/require-open-assessment.ts'
import { limitInvitations } from '#features/people/invite.ts'
import { requireAnswered } from '#features/assessments/answering/complete-element.ts'
import {
  deleteAssignments,
  markDone,
  markReturned,
  upsertAssignments,
} from './assignments.queries.ts'
import { findByAddress } from './colleagues.queries.ts'
import { getReadable, lockManaged, requireEligible, requireManaged } from './managed.ts'
import { callIn, wayOf } from './newcomer.ts'
import { refuseApprover } from './set-approver.ts'
import { type Shared, addContributor, getSharedForUser } from './shared.queries.ts'
import { tellAssigned, tellReturned } from './tell-people.ts'

type Body = { element_ids: number[]; due_on: string | null }

/** Assigns elements to a colleague, who becomes a contributor. Without one, the owner answers them again. */
export async function assignElements(
  db: Db,
  context: SignedInContext,
  id: number,
  { element_ids: elementIds, user_id: userId, due_on: dueOn }: Body & { user_id: number | null },
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
  await addContributor(db, scope, id, userId)
  await upsertAssignments(db, scope, id, { elementIds, dueOn, to: { userId } })
  await tellAssigned(db, context, found, { userId, elements, dueOn })
  return await seen(db, context, id)
}

/** Lets elements wait for an address, until someone joins with it. Who has an account gets them now. */
export async function assignToAddress(
  context: SignedInContext,
  id: number,
  { email, ...body }: Body & { email: string },
) {
  const { app, scope, tenant } = context
  const way = await context.inTenant(async (db) => {
    await requireManaged(db, context, id)
    return (await findByAddress(db, scope, email)) ? undefined : await wayOf(db, context, email)
  })
  const today = dayOf(tenant, app.adapters.now())
  refusePast(body.due_on, today)
  // After the refusals, which don't count.
  if (way === 'invite') await limitInvitations(context, email.toLowerCase())
  return await context.inTenant(async (db) => {
    await lockAddress(db, scope, email)
    const user = await findByAddress(db, scope, email)
    if (user) return await assignElements(db, context, id, { ...body, user_id: user.id })
    const found = await lockManaged(db, context, id)
    requireOpen(found.status)
    const { element_ids: elementIds, due_on: dueOn } = body
    await requireElements(db, context, found, elementIds)
    await upsertAssignments(db, scope, id, { elementIds, dueOn, to: { email } })
    await callIn(db, context, found, { email, elementIds })
    return await seen(db, context, id)
  })
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
  const saved = await getSavedAnswers(db, scope, id)
  requireOpen(saved.assessment.status)
  const edition = await editionFor(db, scope, app.cache, saved.assessment)
  const at = app.adapters.now()
  if (!(await markDone(db, scope, { id, elementId, userId: actor.id, at })))
    throw notYours('answer')
  requireAnswered(saved, edition, elementId)
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
    throw new ApiError(
      'conflict',
      'This element isn’t marked as done, so there is nothing to give back. Reload the page.',
    )
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

/** All of these elements, which have to be asked. */
export async function requireElements(
  db: Db,
  context: SignedInContext,
  found: Shared,
  ids: readonly number[],
) {
  const asked = await askedAmong(db, context, found, ids)
  const count = new Set(ids).size
  if (asked.length === count) return asked
  const whole = await askedAmong(db, context, { ...found, ...WHOLE }, ids)
  if (whole.length < count) throw notFound('element', count)
  // On a page from before a lower level was chosen.
  const which = count === 1 ? 'This element is' : 'Some of these elements are'
  throw new ApiError('conflict', `${which} outside the scope now. Reload the page.`)
}

export async function askedAmong(
  db: Db,
  { app, scope }: SignedInContext,
  found: Shared,
  ids: readonly number[],
) {
  const { elements } = await editionFor(db, scope, app.cache, found)
  return elements.filter(({ id }) => ids.includes(id))
}
