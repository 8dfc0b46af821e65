import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './fields.ts'

/** What an organisation adds below the platform's terms; it stands wherever they are read. */
export const TermsAddition = z.object({
  version: z.int(),
  text: z.string(),
  published_at: Timestamp,
})
export type TermsAddition = z.infer<typeof TermsAddition>

/** Terms of use are versioned Markdown for the whole platform. */
export const Terms = z.object({
  id: Id,
  version: z.int(),
  text: z.string(),
  what_changed: z.string().nullable(),
  published_at: Timestamp,
  effective_at: Timestamp,
  addition: TermsAddition.nullable(),
  accepted_at: Timestamp.nullable(),
})
export type Terms = z.infer<typeof Terms>

/** What anybody may read before there is an account. */
export const PublicTerms = Terms.omit({ accepted_at: true })
export type PublicTerms = z.infer<typeof PublicTerms>

export const terms = {
  latest: endpoint({
    method: 'GET',
    path: '/terms/latest',
    access: 'public',
    summary: 'The terms in force, for people who are about to register',
    response: PublicTerms,
  }),
  current: endpoint({
    method: 'GET',
    path: '/terms',
    access: 'signed-in',
    summary: 'The terms in force and whether they are accepted',
    response: Terms,
    beforeTerms: true,
    beforeMfa: true,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/terms/acceptance',
    access: 'signed-in',
    summary: 'Accept the terms in force',
    body: z.strictObject({ terms_id: Id }),
    response: Terms,
    beforeTerms: true,
    beforeMfa: true,
  }),
}
