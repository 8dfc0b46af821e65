import { type AuditFilter, MOST_ENTRIES, audit } from 'contract/audit'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { limitExports } from '#support/limit-exports.ts'
import { findWho } from '#features/people/find-who.ts'
import { inFullView } from '#support/tenant-scope.ts'
import { MOST_MERGED, listAuditEntries } from './audit-list.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { readAuditPage } from './read-audit-page.ts'
import { writeAuditCsv } from './write-audit-csv.ts'

export function auditRoutes(server: Server): void {
  handleDetached(server, audit.list, async ({ query }, context) => {
    const { page, limit, who, ...rest } = query
    const { timeZone } = context.tenant
    return await inFullView(context, async (db, scope) => {
      const filter = { ...rest, timeZone, who: await findWho(db, who, MOST_MERGED) }
      return await readAuditPage(db, scope, filter, { limit, offset: (page - 1) * limit })
    })
  })

  handleDetached(server, audit.csv, ({ query }, context) =>
    limitExports(context, () => exportAudit(context, query)),
  )
}

async function exportAudit(context: SignedInContext, { who, ...rest }: AuditFilter) {
  const { tenant, scope, actor, request, reply } = context
  const { timeZone } = tenant
  const entries = await inFullView(context, async (db, inView) => {
    const filter = { ...rest, timeZone, who: await findWho(db, who, MOST_MERGED) }
    return await listAuditEntries(db, inView, filter, { limit: MOST_ENTRIES, offset: 0 })
  })
  await context.inTenant((db) =>
    recordEvent(db, scope, {
      action: 'audit log exported',
      actorId: actor.id,
      details: { entries: entries.length },
      requestId: request.id,
    }),
  )
  reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
  return writeAuditCsv(entries)
}
