import { LISTED_STATUSES } from './enumerations.ts'
import { z } from 'zod'
import { CONTENT_LIMITS } from './content-limits.ts'
import { DraftElement, DraftFault, DraftHead, DraftResponse } from './draft.ts'
import { endpoint } from './endpoint.ts'
import { AssessmentType, ById, Id, IdText, Language, Timestamp, line, text } from './fields.ts'
import { Paging, SearchText, listResponse, listText, sortText } from './list.ts'

export const ContentSetStatus = z.enum([...LISTED_STATUSES, 'retired'])
export type ContentSetStatus = z.infer<typeof ContentSetStatus>

/** The owner of a content set. Sets of the platform are templates to copy to organisations. */
const Owner = z.object({ id: Id, name: z.string(), is_platform: z.boolean() })

export const ListedContentSet = z.object({
  id: Id,
  title: z.string(),
  language: Language,
  tenant_id: Id,
  tenant: Owner,
  status: ContentSetStatus,
  /** The types whose new assessments of this year use it; null for drafts, retired editions and templates. */
  in_force: z.array(AssessmentType).nullable(),
  /** Counts the editions of a set from 1. */
  version: z.int(),
  year_from: z.int().nullable(),
  year_to: z.int().nullable(),
  elements: z.int(),
  statements: z.int(),
  assessments: z.int(),
  changed_at: Timestamp,
})
export type ListedContentSet = z.infer<typeof ListedContentSet>

/** The search of `/admin/content-sets`. */
export const ContentSetListQuery = z.strictObject({
  ...Paging,
  title: SearchText,
  tenant_id: IdText.optional(),
  status: listText(z.enum(LISTED_STATUSES)).optional(),
  sort: sortText(['title', 'status'], 'title.asc'),
})
export type ContentSetListQuery = z.output<typeof ContentSetListQuery>

/** `tenant_id`: for god-admins, an organisation or the platform. Without it, your own. */
export const NewContentSetBody = z.strictObject({
  tenant_id: Id.optional(),
  title: line(1, 500),
  description: text(0, 32_000).optional(),
  scale: z.array(line(1, CONTENT_LIMITS.line)).max(CONTENT_LIMITS.responsesOfStatement).optional(),
  /** Of all statements without their own. */
  responses: z.array(DraftResponse).max(CONTENT_LIMITS.responsesOfStatement).optional(),
})
export type NewContentSetBody = z.output<typeof NewContentSetBody>

/** An element of the outline. `quiz_id` is null before the element has a statement; in a draft it is the element's. */
export const OutlineElement = z.object({
  id: Id,
  quiz_id: Id.nullable(),
  version: z.int(),
  key: z.string(),
  title: z.string(),
  group: z.string(),
  path: z.array(z.string()).nullable(),
  /** Texts are cut to what the outline needs. `has_own`: of a draft, whether it has responses of its own. */
  statements: z.array(
    z.object({ key: z.string(), text: z.string(), has_own: z.boolean().optional() }),
  ),
})
export type OutlineElement = z.infer<typeof OutlineElement>

const Saved = z.object({ saved_by: z.string().nullable(), is_own: z.boolean() })

export const ContentSetDetails = z.object({
  id: Id,
  /** That all editions of the set share. Missing in answers of a node of release 0.2. */
  family_id: Id.optional(),
  tenant_id: Id,
  tenant: Owner,
  status: ContentSetStatus,
  version: z.int(),
  head: DraftHead,
  head_version: z.int(),
  /** Who last saved the fields of the set; `saved_by` below is who last saved any part. */
  head_saved: Saved,
  based_on: z.object({ id: Id, version: z.int() }).nullable(),
  /** The draft of the next version, if there is one. */
  draft_id: Id.nullable(),
  what_changed: z.string().nullable(),
  published_at: Timestamp.nullable(),
  retired_at: Timestamp.nullable(),
  saved_at: Timestamp,
  saved_by: z.string().nullable(),
  /** Whether you saved it, perhaps in another window. */
  is_own: z.boolean(),
  /** Whether you can edit it. Published editions can't be edited. */
  can_edit: z.boolean(),
  outline: z.array(OutlineElement),
})
export type ContentSetDetails = z.infer<typeof ContentSetDetails>

/** With who saved it last; null in an edition. */
export const StoredElement = Saved.extend({ id: Id, version: z.int(), element: DraftElement })
export type StoredElement = z.infer<typeof StoredElement>

const Version = z.int().min(0).max(999_999)

export const NewElementBody = z.strictObject({
  element: DraftElement,
  /** The element before it; null for the first. */
  after: Id.nullable(),
})
export type NewElementBody = z.infer<typeof NewElementBody>

/**
 * Changes that are saved together or not at all. `version` is that of the part that was read. A null `element` removes
 * it; saving it again restores it. Elements missing in `order` keep their predecessor.
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
  /** Of the saved parts, at most 1,000. */
  faults: z.array(DraftFault),
})
export type SavedDraft = z.infer<typeof SavedDraft>

/** `details` of a `conflict`: the parts that someone else saved; empty if they published it. Nothing was saved. */
export const DraftConflict = Saved.extend({
  head: Saved.extend({ version: z.int(), head: DraftHead }).nullable(),
  elements: z.array(Saved.extend({ id: Id, version: z.int(), element: DraftElement.nullable() })),
})
export type DraftConflict = z.infer<typeof DraftConflict>

export const DRAFT_BYTES = 1.5 * 1024 * 1024

/** Who last saved or published a content set. `is_own`: you, perhaps in another window. */
export const LatestSave = z.object({
  status: ContentSetStatus,
  saved_at: Timestamp,
  saved_by: z.string().nullable(),
  is_own: z.boolean(),
})
export type LatestSave = z.infer<typeof LatestSave>

/** At most 1,000; more are found when these are fixed. */
const Faults = z.object({ faults: z.array(DraftFault) })

export const contentSets = {
  list: endpoint({
    method: 'GET',
    path: '/content-sets',
    access: 'access-to-admin-area',
    summary: 'List the content sets that you can see. God-admins also get templates',
    query: ContentSetListQuery,
    response: listResponse(ListedContentSet),
  }),
  create: endpoint({
    method: 'POST',
    path: '/content-sets',
    access: 'create-concept-set-for-company',
    summary: 'Create a content set as a draft',
    body: NewContentSetBody,
    response: z.object({ id: Id }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/content-sets/:id',
    access: 'access-to-admin-area',
    summary: 'Get a content set with an outline of its elements',
    params: ById,
    response: ContentSetDetails,
  }),
  latestSave: endpoint({
    method: 'GET',
    path: '/content-sets/:id/latest-save',
    access: 'access-to-admin-area',
    summary: 'Get the time and author of a content set’s last save, for polling',
    params: ById,
    response: LatestSave,
  }),
  element: endpoint({
    method: 'GET',
    path: '/content-sets/:id/elements/:elementId',
    access: 'access-to-admin-area',
    summary: 'Get an element with its statements',
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
    summary: 'Save all changes to a draft, or none if someone else saved first',
    params: ById,
    body: SaveDraftBody,
    mostBytes: DRAFT_BYTES,
    response: SavedDraft,
  }),
  faults: endpoint({
    method: 'GET',
    path: '/content-sets/:id/faults',
    access: 'access-to-admin-area',
    isHeavy: true,
    summary: 'List what to fix before a draft can be published',
    params: ById,
    response: Faults,
  }),
}
