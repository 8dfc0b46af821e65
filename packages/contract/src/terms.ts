import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './fields.ts'

/** Terms of use are versioned Markdown for the whole platform. */
export const Terms = z.object({
  id: Id,
  version: z.int(),
  text: z.string(),
  what_changed: z.string().nullable(),
  published_at: Timestamp,
  accepted_at: Timestamp.nullable(),
})
export type Terms = z.infer<typeof Terms>

export const terms = {
  current: endpoint({
    method: 'GET',
    path: '/terms',
    access: 'signed-in',
    summary: 'The terms in force and whether they are accepted',
    response: Terms,
    beforeTerms: true,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/terms/acceptance',
    access: 'signed-in',
    summary: 'Accept the terms in force',
    body: z.strictObject({ terms_id: Id }),
    response: Terms,
    beforeTerms: true,
  }),
}
