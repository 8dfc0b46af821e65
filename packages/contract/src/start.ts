import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'

/** How far an organisation is with its first steps. */
export const Start = z.object({
  /** The caller has hidden the steps. */
  is_hidden: z.boolean(),
  has_framework: z.boolean(),
  /** A draft to publish, while no content set is published. */
  draft_id: Id.nullable(),
  /** Someone else has joined or is invited. */
  has_people: z.boolean(),
  has_brand: z.boolean(),
})
export type Start = z.infer<typeof Start>

export const start = {
  get: endpoint({
    method: 'GET',
    path: '/start',
    access: 'invite-users',
    summary: 'Check which of this organisation’s first steps are done',
    response: Start,
  }),
  hide: endpoint({
    method: 'PUT',
    path: '/start/hidden',
    access: 'invite-users',
    summary: 'Hide the first steps, for yourself only',
    response: Start,
  }),
}
