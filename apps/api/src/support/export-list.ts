import { Readable } from 'node:stream'
import type { AuditAction } from 'contract/audit-labels'
import type { SignedInContext } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { BYTE_ORDER_MARK, csvRow } from '#core/csv.ts'
import { withTenants } from '#db/pools.ts'
import { type AuditDetails, recordEvent } from './audit.queries.ts'
import { limitExports } from './limit-attempts.ts'
import { type ListCell, type ListFile, streamWorkbook } from './stream-workbook.ts'
import { type VisibleScope, inVisible } from './tenant-scope.ts'

const BATCH = 200

type ListExport<Key extends { tenant_id: number }> = {
  /** Sheet name; in lower case, part of the file name. */
  title: string
  /** Part of the file name, before the day. */
  period?: string
  columns: ListFile['columns']
  action: AuditAction
  details: (count: number) => AuditDetails
  listKeys: (db: Db, scope: VisibleScope) => Promise<Key[]>
  listRows: (db: Db, scope: VisibleScope, keys: readonly Key[]) => Promise<ListCell[][]>
}

/** Streams a list as a file and records the export at each organisation. Keeps all keys, but only one batch of rows. */
export async function exportList<Key extends { tenant_id: number }>(
  context: SignedInContext,
  format: 'csv' | 'xlsx',
  { title, period, columns, action, details, listKeys, listRows }: ListExport<Key>,
): Promise<Readable> {
  return await limitExports(context, async () => {
    const { app, tenant, actor, request, reply } = context
    const keys = await inVisible(context, listKeys)
    const byTenant = Map.groupBy(keys, (key) => key.tenant_id)
    await withTenants(app.pools, [...byTenant.keys()], async (db) => {
      for (const [tenantId, { length }] of byTenant)
        await recordEvent(db, { scope: scopeOf(tenantId), actor, request }, action, {
          details: { ...details(length), format },
        })
    })
    const day = app.adapters.now().toISOString().slice(0, 10)
    const name = [tenant.domain, title.toLowerCase(), period, day].filter(Boolean).join('-')
    reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
    const file = { title, columns, rows: readRows(context, keys, listRows) }
    return format === 'csv' ? Readable.from(csvRows(file)) : streamWorkbook(file)
  })
}

async function* readRows<Key extends { tenant_id: number }>(
  context: SignedInContext,
  keys: readonly Key[],
  listRows: ListExport<Key>['listRows'],
) {
  for (let start = 0; start < keys.length; start += BATCH) {
    const batch = keys.slice(start, start + BATCH)
    yield* await inVisible(context, (db, scope) => listRows(db, scope, batch))
  }
}

async function* csvRows({ columns, rows }: ListFile) {
  yield BYTE_ORDER_MARK + csvRow(columns.map(({ header }) => header))
  for await (const row of rows)
    yield csvRow(row.map((cell) => (cell instanceof Date ? cell.toISOString() : cell)))
}
