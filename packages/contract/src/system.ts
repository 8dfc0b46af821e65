import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdText, Timestamp } from './fields.ts'
import { JOB_LABELS, type JobKind } from './job-labels.ts'
import { Paging, listResponse } from './list.ts'

const Kind = z.enum(Object.keys(JOB_LABELS) as [JobKind, ...JobKind[]])
const Tenant = z.object({ id: Id, name: z.string() })

/** `ok`, `off`, or why a part can't be used. */
const State = z.string()

export const System = z.object({
  version: z.string(),
  newest_migration: z.string(),
  migrated_at: Timestamp,
  /** Seen in the last minute. */
  nodes: z.array(z.object({ name: z.string(), version: z.string(), started_at: Timestamp })),
  checks: z.object({
    database: State,
    migrations: State,
    queue: State,
    mail: State,
    storage: State,
    backup: State,
    forwarding: State,
    scanner: State,
    settings: State,
  }),
  /** Since when Waymark is closed for maintenance. */
  maintenance_since: Timestamp.nullable(),
  /** Bytes. */
  database_size: z.number(),
  attachments_size: z.number(),
  /** Of the files that users have prepared with all their data. */
  downloads_size: z.number(),
  /** Files that wait for the virus scanner, and since when the oldest one does. */
  scanning: z.object({ files: z.int(), since: Timestamp.nullable() }),
  /** When the newest complete backup was started. */
  last_backup: Timestamp.nullable(),
  /** Why the newest backup failed, or what it doesn’t have. */
  backup_error: z.string().nullable(),
  /** Null if the audit log isn't forwarded. */
  audit_forwarding: z.object({ forwarded_at: Timestamp.nullable(), waiting: z.int() }).nullable(),
  mails: z.object({ queued: z.int(), failed: z.int() }),
})
export type System = z.infer<typeof System>

export const UnsentMail = z.object({
  id: Id,
  tenant: Tenant,
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(['queued', 'failed']),
  attempts: z.int(),
  reason: z.string().nullable(),
  created_at: Timestamp,
})
export type UnsentMail = z.infer<typeof UnsentMail>

export const UnfinishedJob = z.object({
  id: z.uuid(),
  kind: Kind,
  tenant: Tenant,
  state: z.enum(['waiting', 'running', 'failed']),
  attempts: z.int(),
  reason: z.string().nullable(),
  created_at: Timestamp,
})
export type UnfinishedJob = z.infer<typeof UnfinishedJob>

/** The id of an email is its number. */
const JobById = z.strictObject({ kind: Kind, id: z.union([IdText, z.uuid()]) })

export const system = {
  get: endpoint({
    method: 'GET',
    path: '/system',
    access: 'god-level',
    summary:
      'Get the state of the installation: version, nodes, checks, storage, backup and emails',
    response: System,
  }),
  mails: endpoint({
    method: 'GET',
    path: '/system/mails',
    access: 'god-level',
    summary: 'List the emails that are waiting or have failed, newest first',
    query: z.strictObject({ ...Paging, status: UnsentMail.shape.status.optional() }),
    response: listResponse(UnsentMail),
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/system/jobs',
    access: 'god-level',
    summary:
      'List up to 100 jobs, other than emails, that are waiting, running or have failed, newest first',
    response: z.object({ jobs: z.array(UnfinishedJob) }),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/system/jobs/:kind/:id/retry',
    access: 'god-level',
    summary: 'Run a waiting or failed job, or send a waiting or failed email, as soon as possible',
    params: JobById,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/system/jobs/:kind/:id',
    access: 'god-level',
    summary: 'Discard a waiting or failed job or email',
    params: JobById,
  }),
}
