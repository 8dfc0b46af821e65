import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { findColleague } from '#features/assessments/shared/colleagues.queries.ts'
import { type PlanOf, listPlanPeople } from './plan.queries.ts'

/** Who takes no part in the assessment, can't sign in or reviews owns none of its actions. */
export async function requireOwners(
  db: Db,
  { scope }: Pick<SignedInContext, 'scope'>,
  { id }: PlanOf,
  actions: readonly { owner_id: number | null }[],
): Promise<void> {
  const wanted = new Set(actions.map(({ owner_id }) => owner_id).filter((one) => one !== null))
  if (wanted.size === 0) return
  const people = await listPlanPeople(db, scope, id)
  for (const userId of wanted) {
    if (people.some((person) => person.id === userId)) continue
    const colleague = await findColleague(db, scope, userId)
    if (!colleague) throw notFound('user')
    const message = `${colleague.name} can’t own an action. Choose an active person who takes part in this assessment`
    throw new ApiError('invalid-input', `${message}.`, { fields: { owner_id: message } })
  }
}
