import type { ActionChange, PlannedAction } from 'contract/plan'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { dayOf } from '#core/host-tenant.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { refusePast } from '#support/refuse-past.ts'
import { type Change, deleteActions, updateActions } from './change-plan.queries.ts'
import { readActions, requirePlan } from './get-plan.ts'
import { type PlanOf, lockActions } from './plan.queries.ts'
import { tellOwners } from './tell-planned.ts'
import { requireOwners } from './require-owners.ts'

/** Changes all of these actions or none. A repeated change has no second effect. */
export async function changeActions(
  db: Db,
  context: SignedInContext,
  id: number,
  { actions: given, ...wanted }: ActionChange,
): Promise<{ actions: PlannedAction[] }> {
  const { app, scope, actor } = context
  const found = await lockedPlan(db, context, id)
  // What one person plans stays theirs.
  const change: Change = found.is_shared ? wanted : { ...wanted, owner_id: undefined }
  const versions = new Map(given.map((one) => [one.id, one.version]))
  const ids = [...versions.keys()]
  await lockActions(db, scope, id, ids)
  const before = await readActions(db, context, found, ids)
  if (before.length < ids.length) throw notFound('action', ids.length)
  for (const action of before) requireMay(action, change)
  const differing = before.filter((action) => differs(action, change))
  const stale = differing.filter((action) => action.version !== versions.get(action.id))
  refuseStale(stale, ids.length)
  await requireOwners(db, context, found, [{ owner_id: change.owner_id ?? null }])
  if (differing.some((action) => action.due_on !== change.due_on))
    refusePast(change.due_on ?? null, dayOf(context.tenant, app.adapters.now()))
  const changed = differing.map((action) => action.id)
  const by = { by: actor.id, at: app.adapters.now() }
  if (changed.length > 0) await updateActions(db, scope, changed, change, by)
  const actions = await readActions(db, context, found, ids)
  await tellOwners(db, context, id, newlyOwned(before, actions))
  return { actions }
}

function newlyOwned(before: readonly PlannedAction[], now: readonly PlannedAction[]) {
  const owners = new Map(before.map(({ id, owner }) => [id, owner?.id]))
  return now.filter(({ id, owner }) => owners.get(id) !== owner?.id)
}

/** Returns the removed ones: others may have removed some before. */
export async function removeActions(
  db: Db,
  context: SignedInContext,
  id: number,
  ids: readonly number[],
): Promise<{ removed: number[] }> {
  const found = await lockedPlan(db, context, id)
  await lockActions(db, context.scope, id, ids)
  const actions = await readActions(db, context, found, ids)
  if (actions.length === 0) throw notFound('action', ids.length)
  if (actions.some(({ may }) => may !== 'everything'))
    throw new ApiError(
      'not-assigned',
      'Only the owner of this assessment and the person who added an action can remove it.',
    )
  const removed = actions.map((action) => action.id)
  await deleteActions(db, context.scope, removed)
  return { removed }
}

async function lockedPlan(db: Db, context: SignedInContext, id: number): Promise<PlanOf> {
  const { scope, actor } = context
  await joinAssessment(db, scope, { id, asking: { userId: actor.id, to: 'read' } })
  return await requirePlan(db, context, id)
}

function requireMay({ may, title: name }: PlannedAction, { title, owner_id, due_on }: Change) {
  if (may === 'everything') return
  if (may === 'nothing')
    throw new ApiError(
      'not-assigned',
      `“${name}” isn’t your action, so you can’t change it. Ask the owner of the assessment.`,
    )
  if (title !== undefined || owner_id !== undefined || due_on !== undefined)
    throw new ApiError(
      'not-assigned',
      'You can only change the status and the note of your actions. Ask the owner of the assessment to change anything else.',
    )
}

function differs(action: PlannedAction, change: Change) {
  const now = { ...action, owner_id: action.owner?.id ?? null }
  const keys = ['title', 'owner_id', 'due_on', 'status', 'note'] as const
  return keys.some((key) => change[key] !== undefined && change[key] !== now[key])
}

/** `count`: how many were to change, of which these are stale. */
function refuseStale(stale: PlannedAction[], count: number) {
  const [first] = stale
  if (!first) return
  throw new ApiError('conflict', staleText(first, stale.length, count), {
    details: { actions: stale },
  })
}

function staleText({ title, updated_by: who }: PlannedAction, stale: number, count: number) {
  if (stale > 1) return 'Some of these actions have changed. Check them, then try again.'
  return count === 1
    ? `${who ?? 'Someone else'} has changed this action since you opened it. Your change was not saved.`
    : `${who ?? 'Someone else'} has changed “${title}” since you opened the plan. Check the action, then try again.`
}
