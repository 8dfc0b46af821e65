import { type AuditEntry, type AuditFilter, audit, MAX_ENTRIES } from 'contract/audit'
import { auditDetails } from 'contract/audit-details'
import { auditLabel } from 'contract/audit-labels'
import { doneWithoutUser } from 'contract/audit-names'
import type { SignedInContext } from '#core/context.ts'
import { writeCsv } from '#core/csv.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { limitExports } from '#support/limit-attempts.ts'
import { inVisibleAndPlatform } from '#support/tenant-scope.ts'
import { listAuditEntries, readAuditPage } from './audit-list.queries.ts'

const HEAD = [
  'Date (UTC)',
  'Organisation',
  'Action',
  'Event',
  'User',
  'Done by',
  'Item',
  'Details',
  'IP address',
  'Browser',
  'Request ID',
]

export function auditRoutes(server: Server): void {
  handleDetached(server, audit.list, ({ query: { page, limit, ...rest } }, context) => {
    const filter = { ...rest, timeZone: context.tenant.timeZone }
    return inVisibleAndPlatform(context, (db, scope) =>
      readAuditPage(db, scope, filter, { limit, offset: (page - 1) * limit }),
    )
  })

  handleDetached(server, audit.csv, ({ query }, context) =>
    limitExports(context, () => exportAudit(context, query)),
  )
}

async function exportAudit(context: SignedInContext, query: AuditFilter) {
  const { tenant, reply } = context
  const filter = { ...query, timeZone: tenant.timeZone }
  const entries = await inVisibleAndPlatform(context, (db, visible) =>
    listAuditEntries(db, visible, filter, MAX_ENTRIES),
  )
  await context.inTenant((db) =>
    recordEvent(db, context, 'audit.exported', { details: { entries: entries.length } }),
  )
  reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
  return writeAuditCsv(entries)
}

function writeAuditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ about, actor, ...entry }) => [
    entry.at,
    entry.tenant.name,
    auditLabel(entry.action),
    entry.action,
    about && [about.name, about.email].filter(Boolean).join(', '),
    actor ? (actor.name ?? `user ${actor.id}`) : doneWithoutUser(entry),
    entry.subject,
    auditDetails(entry.details)
      .map(([name, text]) => `${name}: ${text}`)
      .join('; '),
    entry.address,
    entry.browser,
    entry.request_id,
  ])
  const cut = `This file has only the newest ${MAX_ENTRIES.toLocaleString('en-GB')} entries. To get earlier entries, filter by date before you download.`
  return writeCsv([HEAD, ...rows, ...(entries.length < MAX_ENTRIES ? [] : [[cut]])])
}
