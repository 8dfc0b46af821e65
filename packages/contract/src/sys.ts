import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sentMails } from './sent-mails.ts'

/** Called once per browser session. */
export const Sys = z.object({
  is_staging: z.boolean(),
  production_url: z.string().nullable(),
  support_email: z.string().nullable(),
  /** Emails wait until the operator turns mail on. */
  is_mail_off: z.boolean(),
  /** There is no mail server, in development. Texts of emails are kept and listed at `/api/outbox`. */
  has_outbox: z.boolean(),
  version: z.string(),
})
export type Sys = z.infer<typeof Sys>

export const Health = z.object({ status: z.literal('alive') })

const Check = z.enum(['ok', 'failing'])
export const Readiness = z.object({
  /** `degraded`: a part that all nodes share fails. `not-ready` has the status 503, because another node may be ready. */
  status: z.enum(['ready', 'degraded', 'not-ready']),
  database: Check,
  /** `unknown` while the database can't be reached. */
  migrations: z.enum([...Check.options, 'unknown']),
  queue: Check,
  /** `ok`, `off`, or why it can't be used. Only for a caller on the same machine or with the token. */
  details: z
    .object({
      database: z.string(),
      migrations: z.string(),
      queue: z.string(),
      mail: z.string(),
      storage: z.string(),
      backup: z.string(),
      forwarding: z.string(),
      scanner: z.string(),
      settings: z.string(),
      /** `off`, or since when Waymark is closed. */
      maintenance: z.string(),
    })
    .optional(),
})
export type Readiness = z.infer<typeof Readiness>

export const sys = {
  get: endpoint({
    method: 'GET',
    path: '/sys',
    access: 'public',
    summary: 'Get the installation’s version, staging state and support address',
    response: Sys,
  }),
  health: endpoint({
    method: 'GET',
    path: '/health',
    notForClient: true,
    access: 'public',
    summary: 'Check whether the process is alive',
    response: Health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    notForClient: true,
    access: 'public',
    summary:
      'Check whether this node is ready (503 if not), and the state of its database, migrations and queue',
    response: Readiness,
  }),
}

export const mails = {
  sent: sentMails,
  outbox: endpoint({
    method: 'GET',
    path: '/outbox',
    notForClient: true,
    access: 'public',
    summary: 'List the newest emails of this host, in development without a mail server',
    file: 'text/html',
  }),
}
