import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The specification, section 7: called once per browser session. */
export const Sys = z.object({
  is_staging: z.boolean(),
  production_url: z.string().nullable(),
  support_email: z.string().nullable(),
  version: z.string(),
})
export type Sys = z.infer<typeof Sys>

export const Health = z.object({ status: z.literal('alive') })

const Check = z.enum(['ok', 'failing'])
export const Readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  database: Check,
  migrations: Check,
  queue: Check,
})
export type Readiness = z.infer<typeof Readiness>

export const sys = {
  get: endpoint({
    method: 'GET',
    path: '/sys',
    access: 'public',
    summary: 'The installation: staging, support address',
    response: Sys,
  }),
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'The process is alive',
    response: Health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary: 'Database, migrations and queue work; 503 when one does not',
    response: Readiness,
  }),
}
