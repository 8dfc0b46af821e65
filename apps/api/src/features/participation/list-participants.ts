import { MOST_COUNTED, counted } from 'contract/list'
import type { Participant, ParticipationFilter, ParticipationQuery } from 'contract/participation'
import { type PlatformScope, type SignedInContext, platformScopeOf } from '#core/context.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { planAnew } from '#db/plan-anew.ts'
import { withTenants } from '#db/pools.ts'
import { findWho } from '#features/people/find-who.ts'
import { inView } from '#features/tenants/in-view.ts'
import { type Key, findParticipants, mostCounted } from './find-participants.ts'
import { stepsOf } from './level-of.ts'
import { listOpen, listParticipantsByKey, listSets, listTitlesOf } from './participation.queries.ts'
import type { Wish } from './taking-part.ts'

/** A page of who takes part, of the organisations in view. */
export async function listParticipants(context: SignedInContext, query: ParticipationQuery) {
  const { keys, ...found } = await inView(context, async (db, scope) => {
    await planAnew(db)
    const wish = await wishOf(db, scope, query, timeOf(context))
    const skip = (query.page - 1) * query.limit
    // First: the page may be read with the planner bound to the order of indexes.
    const titles = await listTitlesOf(db, { ...wish, type: undefined })
    const part = { sort: query.sort, skip, most: query.limit }
    const { total, keys } = await findParticipants(db, wish, part)
    return { keys, year: wish.year, titles, ...counted(total, mostCounted(wish, part)) }
  })
  return { rows: await readLines(context, keys), ...found }
}

/** These lines; only their own organisations are seen, for each of 200 would be tried in every look-up. */
export async function readLines(
  { app }: SignedInContext,
  keys: readonly Key[],
): Promise<Participant[]> {
  const tenantIds = [...new Set(keys.map(({ tenantId }) => tenantId))]
  return await withTenants(app.pools, tenantIds, (db) =>
    listParticipantsByKey(db, platformScopeOf(tenantIds), keys),
  )
}

type Time = { now: Date; thisYear: number }

export function timeOf({ tenant, app }: SignedInContext): Time {
  const now = app.adapters.now()
  return { now, thisYear: yearOf(tenant, now) }
}

export async function wishOf(
  db: Db,
  scope: PlatformScope,
  filter: ParticipationFilter,
  { now, thisYear }: Time,
): Promise<Wish> {
  const { tenant_id: asked, type, title, state, activity, certificate, level, scale } = filter
  const { year = thisYear } = filter
  const tenantIds = scope.tenantIds.filter((id) => asked === undefined || id === asked)
  const isPast = year < thisYear
  const statuses = state?.flatMap((one) => (one === 'not_begun' ? [] : [one]))
  const isStalled = activity === 'stalled'
  const isOfAll = !isStalled && certificate === undefined && level === undefined
  return {
    tenantIds,
    who: await findWho(db, filter.name, MOST_COUNTED),
    openIn: await listOpen(db, { tenantIds, year, isPast, type, title }),
    year,
    isPast,
    type,
    title,
    setIds: await listSets(db, { tenantIds, title }),
    statuses,
    hasNotBegun: isOfAll && (state?.includes('not_begun') ?? true),
    isStalled,
    certificate: certificate && { kind: certificate, now, isOfYear: filter.year !== undefined },
    level: level === undefined ? undefined : { ...stepsOf(scale), at: level },
  }
}
