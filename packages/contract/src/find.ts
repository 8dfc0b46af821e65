import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, text } from './fields.ts'

/** Of each kind no more than fits below the field. */
export const MOST_FOUND = 8

export const Found = z.object({
  users: z.array(z.object({ id: Id, name: z.string(), email: z.string(), tenant: z.string() })),
  /** People of the platform, for god-admins there. */
  admin_users: z.array(z.object({ id: Id, name: z.string(), email: z.string() })),
  organisations: z.array(z.object({ id: Id, name: z.string(), domain: z.string() })),
  content_sets: z.array(z.object({ id: Id, title: z.string(), tenant: z.string() })),
})
export type Found = z.infer<typeof Found>

export const find = {
  anything: endpoint({
    method: 'GET',
    path: '/find',
    access: 'access-to-admin-area',
    summary: 'People, organisations and content sets in view by a part of their name',
    query: z.strictObject({ text: text(1, 254) }),
    response: Found,
  }),
}
