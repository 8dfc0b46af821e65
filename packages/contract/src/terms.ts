import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './fields.ts'

/** The organisation-specific terms, shown below the platform's. */
export const OrganisationTerms = z.object({
  version: z.int(),
  text: z.string(),
  published_at: Timestamp,
})
export type OrganisationTerms = z.infer<typeof OrganisationTerms>

/** Terms of use are versioned Markdown for the whole platform. */
export const Terms = z.object({
  id: Id,
  version: z.int(),
  text: z.string(),
  what_changed: z.string().nullable(),
  published_at: Timestamp,
  effective_at: Timestamp,
  addition: OrganisationTerms.nullable(),
  accepted_at: Timestamp.nullable(),
})
export type Terms = z.infer<typeof Terms>

/** Readable without an account. */
export const PublicTerms = Terms.omit({ accepted_at: true })
export type PublicTerms = z.infer<typeof PublicTerms>

export const terms = {
  latest: endpoint({
    method: 'GET',
    path: '/terms/latest',
    access: 'public',
    summary: 'Get the current terms, for users who are about to register',
    response: PublicTerms,
  }),
  current: endpoint({
    method: 'GET',
    path: '/terms',
    access: 'signed-in',
    summary: 'Get the current terms and whether you have accepted them',
    response: Terms,
    beforeTerms: true,
    beforeMfa: true,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/terms/acceptance',
    access: 'signed-in',
    summary: 'Accept the current terms',
    body: z.strictObject({ terms_id: Id }),
    response: Terms,
    beforeTerms: true,
    beforeMfa: true,
  }),
}
