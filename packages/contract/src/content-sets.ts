import { z } from 'zod'
import { CONTENT_LIMITS } from './content-checks.ts'
import { DraftElement, DraftFault, DraftHead } from './draft.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdText, Timestamp, text } from './fields.ts'
import { Paging, SearchText, listAnswer, listText, sortText } from './list.ts'

export const ContentSetStatus = z.enum(['draft', 'published', 'retired'])
export type ContentSetStatus = z.infer<typeof ContentSetStatus>

/** Whose a content set is; the platform's own are templates to be copied to organisations. */
const Owner = z.object({ id: Id, name: z.string(), is_platform: z.boolean() })

export const ListedContentSet = z.object({
  id: Id,
  title: z.string(),
  tenant: Owner,
  status: ContentSetStatus,
  /** Counts the editions of a set, from 1. */
  version: z.int(),
  year_from: z.int().nullable(),
  year_to: z.int().nullable(),
  elements: z.int(),
  statements: z.int(),
  assessments: z.int(),
  changed_at: Timestamp,
})
export type ListedContentSet = z.infer<typeof ListedContentSet>

/** The specification, section 2: the search of `/admin/content-sets`. */
export const ContentSetListQuery = z.strictObject({
  ...Paging,
  title: SearchText,
  tenant_id: IdText.optional(),
  status: listText(z.enum(['draft', 'published'])).optional(),
  sort: sortText(['title', 'status'], 'title.asc'),
})
export type ContentSetListQuery = z.output<typeof ContentSetListQuery>

/** `tenant_id`: for god-admins, an organisation or the platform itself; otherwise the own, which is also what stands for none. */
export const NewContentSetBody = z.strictObject({
  tenant_id: Id.optional(),
  title: text(1, 500),
  description: text(0, 32_000).optional(),
  scale: z.array(text(1, 500)).max(10).optional(),
})
export type NewContentSetBody = z.output<typeof NewContentSetBody>

/** An element as the outline shows it. `quiz_id`: none before the element has a statement; a draft's is the element's. */
export const OutlineElement = z.object({
  id: Id,
  quiz_id: Id.nullable(),
  version: z.int(),
  key: z.string(),
  title: z.string(),
  group: z.string(),
  /** The texts are cut to what the outline and its find need. */
  statements: z.array(z.object({ key: z.string(), text: z.string() })),
})
export type OutlineElement = z.infer<typeof OutlineElement>

const Saved = z.object({ saved_by: z.string().nullable(), is_own: z.boolean() })

export const ContentSetDetails = z.object({
  id: Id,
  tenant: Owner,
  status: ContentSetStatus,
  version: z.int(),
  head: DraftHead,
  head_version: z.int(),
  /** Who last saved what the set says of itself; `saved_by` further down is who saved any part of it. */
  head_saved: Saved,
  based_on: z.object({ id: Id, version: z.int() }).nullable(),
  /** The draft that would be the next version, if there is one. */
  draft_id: Id.nullable(),
  what_changed: z.string().nullable(),
  published_at: Timestamp.nullable(),
  retired_at: Timestamp.nullable(),
  saved_at: Timestamp,
  saved_by: z.string().nullable(),
  /** Whether that was whoever asks, perhaps in another window. */
  is_own: z.boolean(),
  /** Whether whoever asks may change it; a published edition stays as it is. */
  can_edit: z.boolean(),
  outline: z.array(OutlineElement),
})
export type ContentSetDetails = z.infer<typeof ContentSetDetails>

/** With who saved it last; of an edition that is nobody. */
export const StoredElement = Saved.extend({ id: Id, version: z.int(), element: DraftElement })
export type StoredElement = z.infer<typeof StoredElement>

const Version = z.int().min(0).max(999_999)

export const NewElementBody = z.strictObject({
  element: DraftElement,
  /** Which element it comes after; null: first. */
  after: Id.nullable(),
})
export type NewElementBody = z.infer<typeof NewElementBody>

/**
 * Several changes that are saved together or not at all. `version` is that of the part as it was read; `element`
 * null removes it, and a removed one comes back by being saved again. `order`: all elements; who is missing follows
 * the one that it followed.
 */
export const SaveDraftBody = z.strictObject({
  head: z.strictObject({ version: Version, head: DraftHead }).optional(),
  elements: z
    .array(z.strictObject({ id: Id, version: Version, element: DraftElement.nullable() }))
    .max(CONTENT_LIMITS.elements)
    .optional(),
  order: z.array(Id).max(10_000).optional(),
})
export type SaveDraftBody = z.infer<typeof SaveDraftBody>

export const SavedDraft = z.object({
  saved_at: Timestamp,
  head_version: z.int(),
  elements: z.array(z.object({ id: Id, version: z.int() })),
  /** Of the parts that were saved. */
  faults: z.array(DraftFault),
})
export type SavedDraft = z.infer<typeof SavedDraft>

/** `details` of a `conflict`: what somebody else has saved meanwhile, and who which part, nothing if they published it; nothing of the call was saved. */
export const DraftConflict = Saved.extend({
  head: Saved.extend({ version: z.int(), head: DraftHead }).nullable(),
  elements: z.array(Saved.extend({ id: Id, version: z.int(), element: DraftElement.nullable() })),
})
export type DraftConflict = z.infer<typeof DraftConflict>

export const DRAFT_BYTES = 8 * 1024 * 1024

/** Whose save, or publication, was the last one of a content set; `is_own`: of whoever asks, perhaps in another window. */
export const LatestSave = z.object({
  status: ContentSetStatus,
  saved_at: Timestamp,
  saved_by: z.string().nullable(),
  is_own: z.boolean(),
})
export type LatestSave = z.infer<typeof LatestSave>

const Faults = z.object({ faults: z.array(DraftFault) })

export const contentSets = {
  list: endpoint({
    method: 'GET',
    path: '/content-sets',
    access: 'access-to-admin-area',
    summary: 'The content sets of the organisations in view; for god-admins with the templates',
    query: ContentSetListQuery,
    response: listAnswer(ListedContentSet),
  }),
  create: endpoint({
    method: 'POST',
    path: '/content-sets',
    access: 'create-concept-set-for-company',
    summary: 'Begin a content set as a draft',
    body: NewContentSetBody,
    response: z.object({ id: Id }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/content-sets/:id',
    access: 'access-to-admin-area',
    summary: 'A content set with the outline of its elements',
    params: ById,
    response: ContentSetDetails,
  }),
  latestSave: endpoint({
    method: 'GET',
    path: '/content-sets/:id/latest-save',
    access: 'access-to-admin-area',
    summary: 'When a content set was last saved, and by whom: little enough to be asked for often',
    params: ById,
    response: LatestSave,
  }),
  element: endpoint({
    method: 'GET',
    path: '/content-sets/:id/elements/:elementId',
    access: 'access-to-admin-area',
    summary: 'An element with everything in it',
    params: z.strictObject({ id: IdText, elementId: IdText }),
    response: StoredElement,
  }),
  addElement: endpoint({
    method: 'POST',
    path: '/content-sets/:id/elements',
    access: 'create-concept-set-for-company',
    summary: 'Add an element to a draft',
    params: ById,
    body: NewElementBody,
    mostBytes: DRAFT_BYTES,
    response: StoredElement,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/content-sets/:id/draft',
    access: 'create-concept-set-for-company',
    summary:
      'Keep what was changed in a draft: all of it or, when somebody else was first, nothing',
    params: ById,
    body: SaveDraftBody,
    mostBytes: DRAFT_BYTES,
    response: SavedDraft,
  }),
  faults: endpoint({
    method: 'GET',
    path: '/content-sets/:id/faults',
    access: 'access-to-admin-area',
    summary: 'Everything that is missing before a draft can be published',
    params: ById,
    response: Faults,
  }),
}
