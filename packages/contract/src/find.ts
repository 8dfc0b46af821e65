import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Language, line } from './fields.ts'

/** At most this many of each kind fit below the field. */
export const MAX_FOUND = 8

export const FindResult = z.object({
  users: z.array(z.object({ id: Id, name: z.string(), email: z.string(), tenant: z.string() })),
  /** Platform users, for god-admins. */
  admin_users: z.array(z.object({ id: Id, name: z.string(), email: z.string() })),
  organisations: z.array(z.object({ id: Id, name: z.string(), domain: z.string() })),
  content_sets: z.array(
    z.object({ id: Id, title: z.string(), language: Language, tenant: z.string() }),
  ),
})
export type FindResult = z.infer<typeof FindResult>

export const find = {
  anything: endpoint({
    method: 'GET',
    path: '/find',
    access: 'access-to-admin-area',
    summary: 'Search visible users, organisations and content sets',
    query: z.strictObject({ text: line(1, 254) }),
    response: FindResult,
  }),
}
