import { MOST_COUNTED, counted } from 'contract/list'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import {
  type Filter,
  type Part,
  countAuditEntries,
  isReadThrough,
  listAuditEntries,
} from './audit-list.queries.ts'

/**
 * A page of the log, with how many entries there are. Where the log itself is read through, counting ends with the
 * page after the one that is shown, which is read along with it.
 */
export async function readAuditPage(db: Db, scope: PlatformScope, filter: Filter, part: Part) {
  if (!isReadThrough(filter)) {
    const count = await countAuditEntries(db, scope, filter, MOST_COUNTED)
    return { rows: await listAuditEntries(db, scope, filter, part), ...counted(count) }
  }
  const { limit, offset } = part
  const most = offset + 2 * limit
  const found = await listAuditEntries(db, scope, filter, { offset, limit: 2 * limit + 1 })
  const isPastEnd = found.length === 0 && offset > 0
  const count = isPastEnd ? await countAuditEntries(db, scope, filter, most) : offset + found.length
  return { rows: found.slice(0, limit), ...counted(count, most) }
}
