import { type AuditFilter, MOST_ENTRIES, audit } from 'contract/audit'
import { counted } from 'contract/list'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { limitExports } from '#support/limit-exports.ts'
import { inVisibleAndPlatform } from '#support/tenant-scope.ts'
import { listAuditEntries, readAuditPage } from './audit-list.queries.ts'
import { writeAuditCsv } from './write-audit-csv.ts'

export function auditRoutes(server: Server): void {
  handleDetached(server, audit.list, async ({ query }, context) => {
    const { page, limit, ...rest } = query
    const filter = { ...rest, timeZone: context.tenant.timeZone }
    const { rows, count } = await inVisibleAndPlatform(context, (db, scope) =>
      readAuditPage(db, scope, filter, { limit, offset: (page - 1) * limit }),
    )
    return { rows, ...counted(count) }
  })

  handleDetached(server, audit.csv, ({ query }, context) =>
    limitExports(context, () => exportAudit(context, query)),
  )
}

async function exportAudit(context: SignedInContext, query: AuditFilter) {
  const { tenant, scope, actor, request, reply } = context
  const filter = { ...query, timeZone: tenant.timeZone }
  const entries = await inVisibleAndPlatform(context, (db, visible) =>
    listAuditEntries(db, visible, filter, MOST_ENTRIES),
  )
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
