import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, Id, IdText, Timestamp, line } from './fields.ts'
import { Paging, SearchText, listResponse, listText } from './list.ts'

/** Most entries in a CSV file. */
export const MAX_ENTRIES = 10_000

export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  action: z.string(),
  /** Null if no one was signed in. Without a name for users of the platform and removed users. */
  actor: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  tenant: z.object({ id: Id, name: z.string() }),
  subject: z.string().nullable(),
  /** The user or address in the subject; `id` only while the account exists. */
  about: z
    .object({ id: Id.nullable(), name: z.string().nullable(), email: z.string().nullable() })
    .nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Null for jobs, commands and users of the platform, and after they are deleted. */
  address: z.string().nullable(),
  browser: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filters = {
  /** Finds users by name or email address, and events by name or label. */
  search: SearchText,
  action: listText(line(1, 100)).optional(),
  from: Day.optional(),
  to: Day.optional(),
  tenant_id: IdText.optional(),
}

const AuditFilter = z.strictObject(Filters)
export type AuditFilter = z.output<typeof AuditFilter>

const AuditQuery = z.strictObject({ ...Paging, ...Filters })

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: 'create-users',
    summary: 'List the audit entries of the visible organisations, newest first',
    query: AuditQuery,
    response: listResponse(AuditEntry),
  }),
  csv: endpoint({
    method: 'POST',
    path: '/audit/csv',
    access: 'create-users',
    summary:
      'Download the newest audit entries that match the filters as CSV (up to 10,000) and record the download',
    query: AuditFilter,
    file: 'text/csv',
  }),
}
