import { z } from 'zod'
import { ContentSetDetails, ContentSetStatus } from './content-sets.ts'
import { DraftHead } from './draft.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdText, Timestamp, text } from './fields.ts'
import { ReportSnapshot } from './reports.ts'

const Ref = z.object({
  key: z.string(),
  text: z.string(),
  element: z.object({ key: z.string(), title: z.string() }),
})

/** As `compareEditions` finds them. */
export const EditionChanges = z.object({
  added: z.array(Ref),
  removed: z.array(Ref),
  changed: z.array(
    Ref.extend({
      fields: z.array(
        z.object({
          field: z.string(),
          before: z.string(),
          after: z.string(),
          response: z.string().optional(),
        }),
      ),
      asksAgain: z.boolean(),
    }),
  ),
  moved: z.array(Ref.extend({ from: z.object({ key: z.string(), title: z.string() }) })),
})

/** What may differ between editions besides statements. `elements`: their own fields. */
export const OtherChange = z.union([
  DraftHead.keyof(),
  z.enum(['elements', 'reportBands', 'order']),
])
export type OtherChange = z.infer<typeof OtherChange>

/** Differences between two editions, or between an edition and its draft. */
const EditionComparison = EditionChanges.extend({ other_changes: z.array(OtherChange) })
export type EditionComparison = z.infer<typeof EditionComparison>

/** A set of another family that stays in force beside this one for one of its types and years. */
export const SetBeside = z.object({ id: Id, title: z.string(), version: z.int() })
export type SetBeside = z.infer<typeof SetBeside>

/** Pages of the previous release read it, until they are loaded again. */
const NothingReplaced = z.array(z.never())

/** The effects of publishing, counted today. `based_on` is null for the first edition. */
export const PublishingImpact = z.object({
  version: z.int(),
  head_version: z.int(),
  based_on: z.object({ id: Id, version: z.int() }).nullable(),
  changes: EditionChanges,
  /** Null for a first edition. */
  other_changes: z.array(OtherChange),
  /** The assessments of all years on the previous edition, added up. */
  assessments_in_progress: z.int(),
  assessments_completed: z.int(),
  /** Submitted and certified ones, which stay there. Missing in answers of release 0.2. */
  assessments_submitted: z.int().optional(),
  organisations: z.int(),
  beside: z.array(SetBeside),
  replaces: NothingReplaced,
  /** Responses without an action text, which reports replace. */
  missing_actions: z.int(),
  /** Names of the scripts that PDFs can’t print: `Thai`. */
  scripts_without_font: z.array(z.string()),
  /** Only texts differ, so it may be published as a minor change. */
  may_be_minor: z.boolean(),
})
export type PublishingImpact = z.infer<typeof PublishingImpact>

/**
 * `head_version` is the version in the preview, so that another author's later changes aren't published.
 * A minor change moves running assessments straight away. For others, their owners have to accept it.
 */
export const PublishBody = z.strictObject({
  head_version: z.int().min(0).max(999_999),
  /** Shown to respondents. The first edition needs none. */
  what_changed: text(0, 2000),
  is_minor: z.boolean(),
})
export type PublishBody = z.infer<typeof PublishBody>

/** An edition in the history of a set. `changes` counts statements against the previous edition. */
export const EditionInHistory = z.object({
  id: Id,
  version: z.int(),
  status: ContentSetStatus,
  is_minor: z.boolean(),
  /** The version number of the platform's template. */
  is_copy: z.boolean(),
  what_changed: z.string().nullable(),
  changes: z
    .object({ added: z.int(), changed: z.int(), removed: z.int(), moved: z.int() })
    .nullable(),
  year_from: z.int().nullable(),
  year_to: z.int().nullable(),
  assessments: z.int(),
  /** The running assessments that a minor change moves, and how many have moved. */
  move: z.object({ moved: z.int(), total: z.int(), is_over: z.boolean() }).nullable(),
  by: z.string().nullable(),
  at: Timestamp,
})
export type EditionInHistory = z.infer<typeof EditionInHistory>

/** The edition of a template that an organisation uses. */
export const TemplateCopy = z.object({
  tenant: z.object({ id: Id, name: z.string() }),
  content_set: z
    .object({
      id: Id,
      version: z.int(),
      status: ContentSetStatus,
      from_version: z.int(),
      /** The organisation has published its own changes. */
      is_changed: z.boolean(),
    })
    .nullable(),
  is_newest: z.boolean(),
  /** What stays in force beside a copy of the newest edition. */
  beside: z.array(SetBeside),
  replaces: NothingReplaced,
})
export type TemplateCopy = z.infer<typeof TemplateCopy>

const Copies = z.object({ version: z.int(), copies: z.array(TemplateCopy) })

/** Sample answers of a preview, in percent of each statement's range. */
export const PreviewQuery = z.strictObject({
  current: percentText(40),
  future: percentText(80),
})

const NewDraft = z.object({ id: Id })

export const editions = {
  impact: endpoint({
    method: 'GET',
    path: '/content-sets/:id/impact',
    access: 'create-concept-set-for-company',
    isHeavy: true,
    summary: 'Preview what changes when a draft is published, and who is affected',
    params: ById,
    response: PublishingImpact,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/content-sets/:id/publication',
    access: 'create-concept-set-for-company',
    isHeavy: true,
    summary: 'Publish a draft as a version that can’t be changed',
    params: ById,
    body: PublishBody,
    response: ContentSetDetails,
  }),
  newVersion: endpoint({
    method: 'POST',
    path: '/content-sets/:id/versions',
    access: 'create-concept-set-for-company',
    summary: 'Create the next version of a published content set, or get its existing draft',
    params: ById,
    response: NewDraft,
  }),
  history: endpoint({
    method: 'GET',
    path: '/content-sets/:id/versions',
    access: 'access-to-admin-area',
    summary: 'List all versions of a content set, newest first',
    params: ById,
    response: z.object({ versions: z.array(EditionInHistory) }),
  }),
  compare: endpoint({
    method: 'GET',
    path: '/content-sets/:id/comparison',
    access: 'access-to-admin-area',
    isHeavy: true,
    summary: 'Compare a version with an earlier version',
    params: ById,
    query: z.strictObject({ with: IdText }),
    response: EditionComparison,
  }),
  retire: endpoint({
    method: 'POST',
    path: '/content-sets/:id/retirement',
    access: 'create-concept-set-for-company',
    summary: 'Retire a published version, so that no new assessments use it',
    params: ById,
    response: ContentSetDetails,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/content-sets/:id',
    access: 'create-concept-set-for-company',
    summary: 'Delete a draft or an unused version',
    params: ById,
  }),
  copies: endpoint({
    method: 'GET',
    path: '/content-sets/:id/copies',
    access: 'god-level',
    summary: 'List which version of a template each organisation uses',
    params: ById,
    response: Copies,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/content-sets/:id/copies',
    access: 'god-level',
    summary: 'Copy a published template to organisations. Earlier copies get a new version',
    params: ById,
    body: z.strictObject({ tenant_ids: z.array(Id).min(1, 'Choose an organisation').max(200) }),
    response: Copies,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/content-sets/:id/report-preview',
    access: 'access-to-admin-area',
    summary: 'Preview the action report with sample answers, without storing it',
    params: ById,
    query: PreviewQuery,
    response: ReportSnapshot,
  }),
  previewPdf: endpoint({
    method: 'GET',
    path: '/content-sets/:id/report-preview/pdf',
    access: 'access-to-admin-area',
    isHeavy: true,
    summary: 'Preview the action report as a PDF',
    params: ById,
    query: PreviewQuery,
    file: 'application/pdf',
  }),
}

function percentText(fallback: number) {
  return z
    .string()
    .regex(/^\d{1,3}$/, 'Use a whole number from 0 to 100')
    .transform(Number)
    .pipe(z.int().max(100, 'Use a whole number from 0 to 100'))
    .optional()
    .default(fallback)
}
