import type { Plan, PlannedAction } from 'contract/plan'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import {
  type ActionRow,
  type PlanOf,
  findPlan,
  findPlanReport,
  listActions,
  listPlanPeople,
  statementOf,
} from './plan.queries.ts'

type Caller = Pick<SignedInContext, 'scope' | 'actor'>

/** The plan of an assessment that the caller reads. */
export async function requirePlan(db: Db, { scope, actor }: Caller, id: number): Promise<PlanOf> {
  const found = await findPlan(db, scope, actor.id, id)
  if (!found) throw notFound('assessment')
  return found
}

export async function getPlan(db: Db, caller: Caller, id: number): Promise<Plan> {
  const { scope } = caller
  const found = await requirePlan(db, caller, id)
  return {
    year: found.year,
    is_shared: found.is_shared,
    may_add: mayAdd(found),
    people: await listPlanPeople(db, scope, id),
    report: await findPlanReport(db, scope, id),
    actions: await readActions(db, caller, found),
  }
}

export async function readActions(
  db: Db,
  { scope, actor }: Caller,
  found: PlanOf,
  ids?: readonly number[],
): Promise<PlannedAction[]> {
  const rows = await listActions(db, scope, found.id, ids)
  return rows.map((row) => {
    const { created_by: _, ...action } = row
    return { ...action, statement: statementOf(row), may: mayOf(found, actor.id, row) }
  })
}

export function mayAdd({ may_manage, is_contributor }: PlanOf): boolean {
  return may_manage || is_contributor
}

/** A contributor changes what they added, and the owner of an action says how far it is. */
export function mayOf(
  found: PlanOf,
  userId: number,
  { owner, created_by }: Pick<ActionRow, 'owner' | 'created_by'>,
): PlannedAction['may'] {
  if (found.may_manage || (found.is_contributor && created_by === userId)) return 'everything'
  return owner?.id === userId ? 'progress' : 'nothing'
}
