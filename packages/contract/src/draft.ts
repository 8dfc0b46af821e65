import { z } from 'zod'
import { cleanInside } from './clean-text.ts'
import { GROUP_KINDS } from './content-groups.ts'
import { CONTENT_LIMITS } from './content-limits.ts'
import { NOT_APPLICABLE_COUNTS, SCORE_FROM } from './verdict-settings.ts'
import { Id, oneLine } from './fields.ts'

// Any field of a draft may still be empty. `draft-faults.ts` reports what is missing; only values that can't be stored
// are refused here.
const key = oneLine().max(CONTENT_LIMITS.key, tooLong(CONTENT_LIMITS.key)).min(1)
const line = oneLine().max(CONTENT_LIMITS.line, tooLong(CONTENT_LIMITS.line))
const passage = storable(CONTENT_LIMITS.passage)
const figure = z.number().min(-1e6).max(1e6).nullable()
const oneToFive = z.int().min(1).max(5).nullable()
const MOST_HEADINGS = `Use at most ${CONTENT_LIMITS.headings} headings`
// Left out unless it is used, so that the release before reads all other drafts.
const onlyYes = z.literal(true).optional()

export const DraftResponse = z.strictObject({
  key,
  label: line,
  description: passage,
  value: figure,
  action: passage,
  effort: oneToFive,
  benefit: oneToFive,
  // Missing in older drafts.
  asksForEvidence: z.boolean().default(false),
  asksForNote: onlyYes,
})
export type DraftResponse = z.infer<typeof DraftResponse>

export const DraftStatement = z.strictObject({
  key,
  text: passage,
  guidance: passage,
  // Missing in older drafts, like the request for evidence.
  shortTitle: line.default(''),
  weight: figure,
  allowsNotApplicable: z.boolean(),
  asksForEvidence: z.boolean().default(false),
  asksForNote: onlyYes,
  evidenceExample: passage.optional(),
  groups: z.array(key).max(CONTENT_LIMITS.groups).optional(),
  isKey: onlyYes,
  /** None: the set’s. */
  responses: z.array(DraftResponse).max(CONTENT_LIMITS.responsesOfStatement),
})
export type DraftStatement = z.infer<typeof DraftStatement>

export const DraftBand = z.strictObject({ from: figure, to: figure, title: line, text: passage })
export type DraftBand = z.infer<typeof DraftBand>

/** An element of `content-set/1` with its statements, as far as it is written. Saved as a whole. */
export const DraftElement = z.strictObject({
  key,
  title: line,
  description: passage,
  group: line,
  /** Left out unless there are several headings; then the group is empty. */
  path: z.array(line).max(CONTENT_LIMITS.headings, MOST_HEADINGS).optional(),
  required: z.boolean(),
  weight: figure,
  reportBands: z.array(DraftBand).max(100),
  statements: z.array(DraftStatement).max(CONTENT_LIMITS.responses / 2),
})
export type DraftElement = z.infer<typeof DraftElement>

const conditions = {
  minStatement: figure.optional(),
  of: oneLine().max(CONTENT_LIMITS.key, tooLong(CONTENT_LIMITS.key)).optional(),
}

export const DraftCertificationBand = z.strictObject({
  label: line,
  minOverall: figure,
  minElement: figure,
  ...conditions,
  minElementBand: line.optional(),
})
export type DraftCertificationBand = z.infer<typeof DraftCertificationBand>

export const DraftElementBand = z.strictObject({ label: line, minOverall: figure, ...conditions })
export type DraftElementBand = z.infer<typeof DraftElementBand>

export const DraftGroup = z.strictObject({
  key,
  label: line,
  description: passage,
  kind: z.enum(GROUP_KINDS),
  order: figure.optional(),
})
export type DraftGroup = z.infer<typeof DraftGroup>

const year = z.int().min(2000).max(2100).nullable()

/** The fields of a content set. `scale`: level names, lowest first; if empty, results are in percent. */
export const DraftHead = z.strictObject({
  title: line,
  description: passage,
  language: oneLine().max(35, tooLong(35)),
  source: line,
  licence: passage,
  introduction: passage,
  scale: z.array(line).max(CONTENT_LIMITS.responsesOfStatement),
  // Fields that a set doesn't use are left out, so that the release before reads all other drafts.
  scoreFrom: z.enum(SCORE_FROM).optional(),
  notApplicableCounts: z.enum(NOT_APPLICABLE_COUNTS).optional(),
  groups: z.array(DraftGroup).max(CONTENT_LIMITS.groups).optional(),
  /** Of the statements without their own. */
  responses: z.array(DraftResponse).max(CONTENT_LIMITS.responsesOfStatement).optional(),
  certificationBands: z.array(DraftCertificationBand).max(100),
  elementBands: z.array(DraftElementBand).max(100).optional(),
  year_from: year,
  year_to: year,
  offers_self_assessment: z.boolean(),
  offers_certification: z.boolean(),
})
export type DraftHead = z.infer<typeof DraftHead>

/**
 * Something missing or wrong. Without an element it is about the set, without a statement a response is the set's. The
 * keys name statement and response.
 */
export const DraftFault = z.object({
  element_id: Id.nullable(),
  statement: z.string().nullable(),
  response: z.string().nullable(),
  /** `title`, `text`, `reportBands.1.to`, … */
  field: z.string(),
  message: z.string(),
})
export type DraftFault = z.infer<typeof DraftFault>

/** Not trimmed, because it is saved while it is written. */
function storable(max: number) {
  return z.string().overwrite(cleanInside).max(max, tooLong(max))
}

function tooLong(max: number) {
  return `Use at most ${max.toLocaleString('en-GB')} characters`
}
