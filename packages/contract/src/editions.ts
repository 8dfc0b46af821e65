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
      asksAnew: z.boolean(),
    }),
  ),
  moved: z.array(Ref.extend({ from: z.object({ key: z.string(), title: z.string() }) })),
})

/** What may differ between two editions beside their statements; `elements`: what they say of themselves. */
export const OtherChange = z.union([
  DraftHead.keyof(),
  z.enum(['elements', 'reportBands', 'order']),
])
export type OtherChange = z.infer<typeof OtherChange>

/** What differs between two editions, or an edition and the draft that follows it. */
const EditionComparison = EditionChanges.extend({ other_changes: z.array(OtherChange) })
export type EditionComparison = z.infer<typeof EditionComparison>

/** What publishing would do; counts are of today. `based_on` null: the first edition. */
export const PublishingImpact = z.object({
  version: z.int(),
  head_version: z.int(),
  based_on: z.object({ id: Id, version: z.int() }).nullable(),
  changes: EditionChanges,
  /** Nothing of a first edition. */
  other_changes: z.array(OtherChange),
  /** On the edition that this one follows; what is in review or certified stays there. */
  assessments_in_progress: z.int(),
  assessments_completed: z.int(),
  organisations: z.int(),
  /** Only words differ, so that it may be published as a minor change. */
  may_be_minor: z.boolean(),
})
export type PublishingImpact = z.infer<typeof PublishingImpact>

/**
 * `head_version` is the draft's as the impact told it, so that nobody publishes what another author changed meanwhile.
 * A minor change reaches running assessments at once; any other waits until their owner accepts it.
 */
export const PublishBody = z.strictObject({
  head_version: z.int().min(0).max(999_999),
  /** Shown to respondents; the first edition needs none. */
  what_changed: text(0, 2000),
  is_minor: z.boolean(),
})
export type PublishBody = z.infer<typeof PublishBody>

/** One edition in the history of a set, newest first. `changes` counts statements against the one before. */
export const EditionInHistory = z.object({
  id: Id,
  version: z.int(),
  status: ContentSetStatus,
  is_minor: z.boolean(),
  /** Of a template of the platform, as that has it. */
  is_copy: z.boolean(),
  what_changed: z.string().nullable(),
  changes: z
    .object({ added: z.int(), changed: z.int(), removed: z.int(), moved: z.int() })
    .nullable(),
  year_from: z.int().nullable(),
  year_to: z.int().nullable(),
  assessments: z.int(),
  /** The running assessments that a minor change takes along, and how many have followed so far. */
  move: z.object({ moved: z.int(), total: z.int(), is_over: z.boolean() }).nullable(),
  by: z.string().nullable(),
  at: Timestamp,
})
export type EditionInHistory = z.infer<typeof EditionInHistory>

/** Which edition of a template an organisation runs. `newest` says whether that is the template's newest. */
export const TemplateCopy = z.object({
  tenant: z.object({ id: Id, name: z.string() }),
  content_set: z
    .object({
      id: Id,
      version: z.int(),
      status: ContentSetStatus,
      from_version: z.int(),
      /** The organisation has published changes of its own to it. */
      is_changed: z.boolean(),
    })
    .nullable(),
  is_newest: z.boolean(),
})
export type TemplateCopy = z.infer<typeof TemplateCopy>

const Copies = z.object({ version: z.int(), copies: z.array(TemplateCopy) })

/** How the made-up answers of a preview stand: whole percent of each statement's range. */
export const PreviewQuery = z.strictObject({
  current: percentText(40),
  future: percentText(80),
})

const Made = z.object({ id: Id })

export const editions = {
  impact: endpoint({
    method: 'GET',
    path: '/content-sets/:id/impact',
    access: 'create-concept-set-for-company',
    summary: 'What publishing a draft would change, and for whom',
    params: ById,
    response: PublishingImpact,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/content-sets/:id/publication',
    access: 'create-concept-set-for-company',
    summary: 'Publish a draft: from then on this edition stays as it is',
    params: ById,
    body: PublishBody,
    response: ContentSetDetails,
  }),
  newVersion: endpoint({
    method: 'POST',
    path: '/content-sets/:id/versions',
    access: 'create-concept-set-for-company',
    summary: 'Begin the next version of a published set; the draft that there is already, if any',
    params: ById,
    response: Made,
  }),
  history: endpoint({
    method: 'GET',
    path: '/content-sets/:id/versions',
    access: 'access-to-admin-area',
    summary: 'All editions of a set, newest first',
    params: ById,
    response: z.object({ versions: z.array(EditionInHistory) }),
  }),
  compare: endpoint({
    method: 'GET',
    path: '/content-sets/:id/comparison',
    access: 'access-to-admin-area',
    summary: 'What differs between an earlier edition and this one',
    params: ById,
    query: z.strictObject({ with: IdText }),
    response: EditionComparison,
  }),
  retire: endpoint({
    method: 'POST',
    path: '/content-sets/:id/retirement',
    access: 'create-concept-set-for-company',
    summary: 'Take a published set out of force; assessments on it can still be finished',
    params: ById,
    response: ContentSetDetails,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/content-sets/:id',
    access: 'create-concept-set-for-company',
    summary: 'Delete a draft, or an edition that nobody has used',
    params: ById,
  }),
  copies: endpoint({
    method: 'GET',
    path: '/content-sets/:id/copies',
    access: 'god-level',
    summary: 'Which edition of a template each organisation runs',
    params: ById,
    response: Copies,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/content-sets/:id/copies',
    access: 'god-level',
    summary:
      'Copy a published template to organisations: published there at once, as the next version where an earlier copy is in force',
    params: ById,
    body: z.strictObject({ tenant_ids: z.array(Id).min(1, 'Choose an organisation').max(200) }),
    response: Copies,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/content-sets/:id/report-preview',
    access: 'access-to-admin-area',
    summary: 'The action report that made-up answers would give; nothing is kept',
    params: ById,
    query: PreviewQuery,
    response: ReportSnapshot,
  }),
  previewPdf: endpoint({
    method: 'GET',
    path: '/content-sets/:id/report-preview/pdf',
    access: 'access-to-admin-area',
    summary: 'As the preview, as a PDF',
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
    .pipe(z.int().max(100, 'Use at most 100'))
    .optional()
    .default(fallback)
}
