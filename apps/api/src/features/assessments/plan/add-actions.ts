import { MOST_ACTIONS } from 'contract/list-sizes'
import type { NewAction, PlannedAction } from 'contract/plan'
import { formatNumber, plural } from 'rules/plural'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { dayOf } from '#core/host-tenant.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { refusePast } from '#support/refuse-past.ts'
import { insertActions } from './change-plan.queries.ts'
import { mayAdd, readActions, requirePlan } from './get-plan.ts'
import { type PlanOf, listKnown, listStatementKeys } from './plan.queries.ts'
import { tellOwners } from './tell-planned.ts'
import { requireOwners } from './require-owners.ts'

type Added = { actions: PlannedAction[]; warning: string | null }

/** Adds actions once, however often they are sent, all or none. */
export async function addActions(
  db: Db,
  context: SignedInContext,
  id: number,
  { actions: given, restores }: { actions: NewAction[]; restores: boolean },
): Promise<Added> {
  const { app, scope, actor } = context
  await joinAssessment(db, scope, { id, asking: { userId: actor.id, to: 'read' } })
  const found = await requirePlan(db, context, id)
  if (!mayAdd(found))
    throw new ApiError(
      'not-assigned',
      'Only the owner and contributors of this assessment can add to its plan.',
    )
  const actions = found.is_shared
    ? given
    : given.map((action) => ({ ...action, owner_id: found.owner_id }))
  const known = await listKnown(db, scope, id)
  const fresh = actions.filter(({ key }) => known.every((one) => one.key !== key))
  refuseTooMany(known.length + fresh.length)
  await requireOwners(db, context, found, fresh)
  if (!restores) await refuseOutdated(db, context, found, fresh)
  await insertActions(db, scope, id, fresh, { by: actor.id, at: app.adapters.now() })
  const keys = new Set(actions.map(({ key }) => key))
  const added = (await listKnown(db, scope, id)).filter(({ key }) => keys.has(key))
  const ids = added.map((one) => one.id)
  const planned = known.filter(({ status }) => status !== 'dropped')
  const saved = await readActions(db, context, found, ids)
  const old = new Set(known.map((one) => one.id))
  await tellOwners(
    db,
    context,
    id,
    saved.filter((action) => !old.has(action.id)),
  )
  return {
    actions: saved,
    warning: restores ? null : repeatedText(planned, fresh),
  }
}

function refuseTooMany(count: number) {
  if (count > MOST_ACTIONS)
    throw new ApiError(
      'conflict',
      `A plan can have at most ${formatNumber(MOST_ACTIONS)} actions. Remove some, then try again.`,
    )
}

/** What is no longer asked, or due before today, isn't planned. */
async function refuseOutdated(
  db: Db,
  { app, scope, tenant }: SignedInContext,
  { id }: PlanOf,
  actions: readonly NewAction[],
) {
  const today = dayOf(tenant, app.adapters.now())
  for (const action of actions) refusePast(action.due_on, today)
  const keys = actions.map(({ statement_key }) => statement_key)
  const there = new Map(
    (await listStatementKeys(db, scope, id, keys)).map(({ key, is_asked }) => [key, is_asked]),
  )
  const refused = actions.find(({ statement_key }) => !there.get(statement_key))
  if (!refused) return
  const { statement_key: key, title } = refused
  const message = there.has(key)
    ? `“${title}” is about a statement outside the scope. Change the scope first, or leave this action out`
    : `The content set no longer has the statement that “${title}” is about. Leave this action out`
  throw new ApiError('invalid-input', `${message}.`, { fields: { statement_key: message } })
}

type OfStatement = { statement_key: string }

function repeatedText(planned: readonly OfStatement[], fresh: readonly OfStatement[]) {
  const keys = new Set(planned.map(({ statement_key }) => statement_key))
  const repeated = new Set(
    fresh.map(({ statement_key }) => statement_key).filter((key) => keys.has(key)),
  ).size
  if (repeated === 0) return null
  if (fresh.length === 1) return 'There is already an action for this statement.'
  return plural(repeated, {
    one: 'There is already an action for # of these statements.',
    other: 'There are already actions for # of these statements.',
  })
}
