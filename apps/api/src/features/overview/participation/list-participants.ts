import { counted } from 'contract/list'
import type { ParticipationFilter, ParticipationQuery } from 'contract/participation'
import type { SignedInContext } from '#core/context.ts'
import { yearOf } from '#core/host-tenant.ts'
import { inVisible } from '#support/tenant-scope.ts'
import { countParticipants, listParticipantKeys } from './matching.queries.ts'
import { type Time, listParticipantsByKey, listTitlesOffered } from './participation.queries.ts'

/** A page of the participants of the visible organisations. */
export async function listParticipants(context: SignedInContext, query: ParticipationQuery) {
  const { page, limit, ...filter } = query
  const time = timeOf(context, filter.year)
  return await inVisible(context, async (db, scope) => {
    const part = { time, limit, offset: (page - 1) * limit }
    const keys = await listParticipantKeys(db, scope, filter, part)
    return {
      rows: await listParticipantsByKey(db, scope, keys),
      ...counted(await countParticipants(db, scope, filter, time)),
      year: time.year,
      titles: await listTitlesOffered(db, scope, time, filter.tenant_id),
    }
  })
}

/** The year that is asked for, or the current one. */
export function timeOf({ tenant, app }: SignedInContext, year: ParticipationFilter['year']): Time {
  const now = app.adapters.now()
  const thisYear = yearOf(tenant, now)
  return { now, year: year ?? thisYear, isPast: year !== undefined && year < thisYear }
}
