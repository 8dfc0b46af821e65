import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, Id, IdText, Timestamp, text } from './fields.ts'
import { Paging, SearchText, listAnswer, listText } from './list.ts'

/** No more entries go into one file. */
export const MOST_ENTRIES = 10_000

export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  action: z.string(),
  /** Null: nobody was signed in. Without a name: somebody of the platform, or an account that is gone. */
  actor: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  tenant: z.object({ id: Id, name: z.string() }),
  subject: z.string().nullable(),
  /** The person whom the subject names; `id` while the account is there. */
  about: z
    .object({ id: Id.nullable(), name: z.string().nullable(), email: z.string().nullable() })
    .nullable(),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filters = {
  who: SearchText,
  action: listText(text(1, 100)).optional(),
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
    summary: 'What happened, newest first: all for god-admins, the own organisation for admins',
    query: AuditQuery,
    response: listAnswer(AuditEntry),
  }),
  csv: endpoint({
    method: 'POST',
    path: '/audit/csv',
    access: 'create-users',
    summary:
      'The filtered audit log as a file, at most the newest 10,000 entries; that it was taken is recorded',
    query: AuditFilter,
    file: 'text/csv',
  }),
}
