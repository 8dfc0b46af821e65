import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Day, Id, IdText, Timestamp, text } from './fields.ts'
import { Paging, SearchText, listResponse } from './list.ts'
import { OrganisationTerms } from './terms.ts'

const LONGEST = 60_000

/** The version of a draft or of organisation-specific terms that was read. */
const Version = z.int().min(0).max(999_999)

export const TermsVersion = z.object({
  id: Id,
  version: z.int(),
  text: z.string(),
  what_changed: z.string().nullable(),
  must_accept: z.boolean(),
  published_at: Timestamp,
  effective_at: Timestamp,
  status: z.enum(['coming', 'in-force', 'earlier']),
  /** How many visible users have accepted this version. */
  accepted: z.int(),
})
export type TermsVersion = z.infer<typeof TermsVersion>

const DraftText = {
  text: text(1, LONGEST),
  what_changed: text(0, 5000),
  must_accept: z.boolean(),
  /** The date on which it takes effect; null: when it is published. */
  effective_on: Day.nullable(),
}

export const TermsDraft = z.object({
  text: z.string(),
  what_changed: z.string(),
  must_accept: z.boolean(),
  effective_on: z.string().nullable(),
  version: z.int(),
  saved_at: Timestamp,
  saved_by: z.string().nullable(),
})
export type TermsDraft = z.infer<typeof TermsDraft>

/** `version` is the one that was read, 0 if there was none. A stale one is a 409 with the current draft. */
export const TermsDraftBody = z.strictObject({ ...DraftText, version: Version })
export type TermsDraftBody = z.infer<typeof TermsDraftBody>

const TermsVersions = z.object({
  versions: z.array(TermsVersion),
  draft: TermsDraft.nullable(),
  /** All users who would have to accept a new version. */
  people: z.int(),
})
export type TermsVersions = z.infer<typeof TermsVersions>

const OrganisationTermsVersions = z.object({ additions: z.array(OrganisationTerms) })

export const OrganisationTermsBody = z.strictObject({
  text: text(0, LONGEST),
  /** The newest version that was read, 0 if there was none. */
  version: Version,
})
export type OrganisationTermsBody = z.infer<typeof OrganisationTermsBody>

export const Acceptance = z.object({
  user_id: Id,
  name: z.string(),
  /** Null if the user was removed. */
  email: z.string().nullable(),
  tenant: z.string(),
  accepted_at: Timestamp,
  address: z.string(),
  addition_version: z.int().nullable(),
})
export type Acceptance = z.infer<typeof Acceptance>

export const termsEditing = {
  versions: endpoint({
    method: 'GET',
    path: '/terms/versions',
    access: 'create-users',
    summary: 'List all versions of the terms of use, newest first. God-admins also get the draft',
    response: TermsVersions,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/terms/draft',
    access: 'god-level',
    summary: 'Save the draft of the next terms, unless someone else has changed it',
    body: TermsDraftBody,
    response: TermsDraft,
  }),
  discardDraft: endpoint({
    method: 'DELETE',
    path: '/terms/draft',
    access: 'god-level',
    summary: 'Delete the draft of the next terms, unless someone else has changed it',
    query: z.strictObject({ version: IdText.pipe(Version) }),
  }),
  publish: endpoint({
    method: 'POST',
    path: '/terms/versions',
    access: 'god-level',
    summary: 'Publish the draft of the next terms, unless someone else has changed it',
    body: z.strictObject({ version: Version }),
    response: TermsVersions,
  }),
  acceptances: endpoint({
    method: 'GET',
    path: '/terms/versions/:id/acceptances',
    access: 'create-users',
    summary: 'List the visible users who accepted a version of the terms, newest first',
    params: ById,
    query: z.strictObject({ ...Paging, name: SearchText }),
    response: listResponse(Acceptance),
  }),
  acceptancesCsv: endpoint({
    method: 'POST',
    path: '/terms/versions/:id/acceptances/csv',
    access: 'create-users',
    summary:
      'Download the visible users who accepted a version of the terms as CSV, and record the download',
    params: ById,
    query: z.strictObject({ name: SearchText }),
    file: 'text/csv',
  }),
  additions: endpoint({
    method: 'GET',
    path: '/terms/additions',
    access: 'create-users',
    summary: 'List the versions of your organisation-specific terms, newest first',
    response: OrganisationTermsVersions,
  }),
  publishOrganisationTerms: endpoint({
    method: 'POST',
    path: '/terms/additions',
    access: 'create-users',
    summary: 'Replace your organisation-specific terms. An empty text removes them',
    body: OrganisationTermsBody,
    response: OrganisationTermsVersions,
  }),
}
