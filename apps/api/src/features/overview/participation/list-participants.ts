import { counted } from 'contract/list'
import type { Participant, ParticipationFilter, ParticipationQuery } from 'contract/participation'
import { type PlatformScope, type SignedInContext, platformScopeOf } from '#core/context.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { planAnew } from '#db/plan-anew.ts'
import { withTenants } from '#db/pools.ts'
import { inView } from '#support/tenant-scope.ts'
import { type Key, type Wish, findParticipants } from './find-participants.ts'
import { stepsOf } from './level-of.ts'
import { listParticipantsByKey, listSets, readOffered } from './participation.queries.ts'

/** A page of who takes part, of the organisations in view. */
export async function listParticipants(context: SignedInContext, query: ParticipationQuery) {
  const { keys, ...found } = await inView(context, async (db, scope) => {
    await planAnew(db)
    const { titles, ...wish } = await wishOf(db, scope, query, timeOf(context))
    const part = { sort: query.sort, skip: (query.page - 1) * query.limit, most: query.limit }
    const { total, mostCounted, keys } = await findParticipants(db, wish, part)
    return { keys, year: wish.year, titles, ...counted(total, mostCounted) }
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

type Moment = { now: Date; thisYear: number }

export function timeOf({ tenant, app }: SignedInContext): Moment {
  const now = app.adapters.now()
  return { now, thisYear: yearOf(tenant, now) }
}

/** What is asked for, and the titles that may be. */
export async function wishOf(
  db: Db,
  scope: PlatformScope,
  filter: ParticipationFilter,
  { now, thisYear }: Moment,
): Promise<Wish & { titles: string[] }> {
  const { tenant_id: asked, type, title, state, activity, certificate, level, scale } = filter
  const { year = thisYear, name } = filter
  const tenantIds = scope.tenantIds.filter((id) => asked === undefined || id === asked)
  const isPast = year < thisYear
  const { openIn, titles } = await readOffered(db, { tenantIds, year, isPast, type, title })
  const open = new Set(openIn)
  const isOfAll = !activity && !certificate && !level
  return {
    organisation: asked,
    closed: tenantIds.filter((id) => !open.has(id)),
    part: name,
    year,
    is_past: isPast,
    is_of_every_year: certificate !== undefined && !filter.year,
    type,
    sets: await listSets(db, { tenantIds, title }),
    statuses: state?.flatMap((one) => (one === 'not_begun' ? [] : [one])),
    has_not_begun: isOfAll && (!state || state.includes('not_begun')),
    is_stalled: activity === 'stalled',
    ending: certificate,
    now,
    level: level === undefined ? undefined : { ...stepsOf(scale), at: level },
    titles,
  }
}
