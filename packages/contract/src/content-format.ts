import { z } from 'zod'
import { checkAcrossSet } from './content-checks.ts'
import { GROUP_KINDS, keptGroups } from './content-groups.ts'
import {
  eitherOf,
  expected,
  fieldFault,
  line,
  list,
  number,
  onlyYes,
  optional,
  optionalLine,
  optionalText,
  requiredLine,
  requiredText,
  setting,
  yesOrNo,
} from './content-fields.ts'
import { CONTENT_LIMITS } from './content-limits.ts'
import { isLanguage } from './language-tag.ts'
import { NOT_APPLICABLE_COUNTS, SCORE_FROM } from './verdict-settings.ts'

const { line: LINE, passage: PASSAGE } = CONTENT_LIMITS

const NO_LANGUAGE = 'must be a language tag such as en or pt-BR'

const title = requiredLine(LINE)
const key = requiredLine(CONTENT_LIMITS.key)
const weight = number('a number, 0 or more')
  .min(0, 'must be 0 or more')
  .max(1e6, 'must be at most 1,000,000')
const percent = number('a percentage, a number from 0 to 100')
  .min(0, 'must be from 0 to 100')
  .max(100, 'must be from 0 to 100')
const oneToFive = number('a whole number from 1 to 5')
  .int('must be a whole number from 1 to 5')
  .min(1, 'must be from 1 to 5')
  .max(5, 'must be from 1 to 5')

export const ResponseFile = z.strictObject(
  {
    key,
    label: title,
    description: optionalText(PASSAGE),
    value: number('a number')
      .min(-1e6, 'must be -1,000,000 or more')
      .max(1e6, 'must be at most 1,000,000'),
    action: optionalText(PASSAGE),
    effort: oneToFive.optional(),
    benefit: oneToFive.optional(),
    asksForEvidence: onlyYes(),
    asksForNote: onlyYes(),
  },
  { error: fieldFault },
)

const StatementFile = z.strictObject(
  {
    key,
    text: requiredText(PASSAGE),
    guidance: optionalText(PASSAGE),
    shortTitle: optionalLine(LINE),
    weight: weight.default(1),
    allowsNotApplicable: yesOrNo().default(false),
    asksForEvidence: onlyYes(),
    asksForNote: onlyYes(),
    evidenceExample: optionalText(PASSAGE),
    groups: list(key, 0, CONTENT_LIMITS.groups, 'key', ' of groups').optional(),
    isKey: onlyYes(),
    responses: responses().optional(),
  },
  { error: fieldFault },
)

const ReportBandFile = z.strictObject(
  { from: percent, to: percent, title, text: requiredText(PASSAGE) },
  { error: fieldFault },
)

const PlacedElement = z.strictObject(
  {
    key,
    title,
    description: optionalText(PASSAGE),
    group: optionalLine(LINE),
    path: list(title, 1, CONTENT_LIMITS.headings, 'heading', ', outermost first').optional(),
    required: yesOrNo().default(true),
    weight: weight.default(1),
    reportBands: list(ReportBandFile, 1, 100, 'report band').optional(),
    statements: list(StatementFile, 1, CONTENT_LIMITS.responses / 2, 'statement'),
  },
  { error: fieldFault },
)

/** With a path, the group is its last heading, so only one of them is written. */
const ElementFile = PlacedElement.refine(
  ({ group, path }) => path === undefined || group === undefined || group === path.at(-1),
  { path: ['group'], error: 'must be the last heading of path, or left out' },
).transform(placedOnce)

/** Files have their fields in this order. */
function placedOnce(element: z.infer<typeof PlacedElement>): z.infer<typeof PlacedElement> {
  const { key, title, description, group, path, ...rest } = element
  const isDeep = path !== undefined && path.length > 1
  const place = isDeep ? { group: undefined, path } : { group: group ?? path?.[0], path: undefined }
  return { key, title, description, ...place, ...rest }
}

/** What a band asks for besides a least score. `of`: `all`, `key` or the key of a level. */
const conditions = { minStatement: percent.optional(), of: concerned() }

const CertificationBandFile = z.strictObject(
  {
    label: title,
    minOverall: percent.default(0),
    minElement: percent.default(0),
    ...conditions,
    minElementBand: optionalLine(LINE),
  },
  { error: fieldFault },
)

export const ElementBandFile = z.strictObject(
  { label: title, minOverall: percent.default(0), ...conditions },
  { error: fieldFault },
)

export const GroupFile = z.strictObject(
  {
    key,
    label: title,
    description: optionalText(PASSAGE),
    kind: z.enum(GROUP_KINDS, expected(eitherOf(GROUP_KINDS))),
    order: number('a whole number')
      .int('must be a whole number')
      .min(0, 'must be from 0 to 1,000')
      .max(1000, 'must be from 0 to 1,000')
      .optional(),
  },
  { error: fieldFault },
)

const WrittenSet = z.strictObject(
  {
    format: z.literal('content-set/1', 'must be content-set/1'),
    title,
    description: optionalText(PASSAGE),
    language: optional(line(35).refine(isLanguage, NO_LANGUAGE)),
    source: optionalLine(LINE),
    licence: optionalText(PASSAGE),
    introduction: optionalText(PASSAGE),
    scale: list(
      title.refine((name) => !name.includes('>'), 'must be a level name without the character >'),
      2,
      CONTENT_LIMITS.responsesOfStatement,
      'level name',
      ', lowest first',
    ).optional(),
    scoreFrom: setting(SCORE_FROM),
    notApplicableCounts: setting(NOT_APPLICABLE_COUNTS),
    groups: list(GroupFile, 1, CONTENT_LIMITS.groups, 'group').optional(),
    responses: responses().optional(),
    certificationBands: list(CertificationBandFile, 0, 100, 'certification band').default([]),
    elementBands: list(ElementBandFile, 1, 100, 'element band', ', lowest first').optional(),
    elements: list(ElementFile, 1, CONTENT_LIMITS.elements, 'element'),
  },
  { error: fieldFault },
)

/**
 * The exchange format of a content set. Files have their fields in this order. Once read, every statement has its
 * responses, its own or the set’s.
 */
export const ContentSetFile = WrittenSet
  // Also checked on files with other faults, so that all are reported together.
  .superRefine(checkAcrossSet, { when: () => true })
  .transform(completed)

type Marks = { groups?: string[] | undefined; isKey?: true | undefined }

/** Statements without responses of their own take the set's, and name each group once. */
function completed({ elements, ...set }: z.infer<typeof WrittenSet>) {
  const { groups = [], responses: shared = [] } = set
  return {
    ...set,
    elements: elements.map((element) => ({
      ...element,
      statements: element.statements.map(({ groups: named, isKey, responses, ...statement }) => {
        const kept = keptGroups(groups, named)
        const marks: Marks = { ...(kept && { groups: kept }), ...(isKey && { isKey }) }
        return { ...statement, ...marks, responses: responses ?? shared }
      }),
    })),
  }
}

export type ContentSetFile = z.infer<typeof ContentSetFile>

/** What is wrong with a file, where (a JSON path, or sheet and row) and what is expected. */
export const Fault = z.object({ place: z.string(), message: z.string() })
export type Fault = z.infer<typeof Fault>

function concerned() {
  return key.transform((of) => (of === 'all' ? undefined : of)).optional()
}

function responses() {
  return list(ResponseFile, 2, CONTENT_LIMITS.responsesOfStatement, 'response')
}
