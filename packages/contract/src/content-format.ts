import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import { checkAcrossSet } from './content-checks.ts'
import { CONTENT_LIMITS } from './content-limits.ts'
import { oneLine } from './fields.ts'
import { isLanguage } from './language-tag.ts'

const { line: LINE, passage: PASSAGE } = CONTENT_LIMITS

const NO_LANGUAGE = 'must be a language tag such as en or pt-BR'

const MISSING = 'is missing: enter text'

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
    responses: list(ResponseFile, 2, CONTENT_LIMITS.responsesOfStatement, 'response'),
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

const CertificationBandFile = z.strictObject(
  { label: title, minOverall: percent, minElement: percent },
  { error: fieldFault },
)

/** The exchange format of a content set. Files have their fields in this order. */
export const ContentSetFile = z
  .strictObject(
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
      certificationBands: list(CertificationBandFile, 0, 100, 'certification band').default([]),
      elements: list(ElementFile, 1, CONTENT_LIMITS.elements, 'element'),
    },
    { error: fieldFault },
  )
  // Also checked on files with other faults, so that all are reported together.
  .superRefine(checkAcrossSet, { when: () => true })

export type ContentSetFile = z.infer<typeof ContentSetFile>

/** What is wrong with a file, where (a JSON path, or sheet and row) and what is expected. */
export const Fault = z.object({ place: z.string(), message: z.string() })
export type Fault = z.infer<typeof Fault>

function requiredLine(max: number) {
  return line(max).min(1, MISSING)
}

function requiredText(max: number) {
  return text(max).min(1, MISSING)
}

function optionalLine(max: number) {
  return optional(line(max))
}

function optionalText(max: number) {
  return optional(text(max))
}

/** An empty text counts as missing, because a workbook can't distinguish them. */
function optional(text: z.ZodType<string, string>) {
  return text.transform((value) => (value === '' ? undefined : value)).optional()
}

function line(max: number) {
  return oneLine(expected('text')).max(max, tooLong(max))
}

function text(max: number) {
  return z.string(expected('text')).overwrite(cleanText).max(max, tooLong(max))
}

function tooLong(max: number) {
  return `must be at most ${max.toLocaleString('en-GB')} characters`
}

function number(what: string) {
  return z.number(expected(what))
}

function yesOrNo() {
  return z.boolean(expected('true or false'))
}

/** False counts as missing, like an empty text. */
function onlyYes() {
  return yesOrNo()
    .transform((value) => value || undefined)
    .optional()
}

/** `what` is in the singular; `how` says more about the whole list. */
function list<Item extends z.ZodType>(
  item: Item,
  min: number,
  max: number,
  what: string,
  how = '',
) {
  const several = `${what}s${how}`
  return z
    .array(item, expected(`a list of ${several}`))
    .min(min, `is too short: add at least ${min === 1 ? `one ${what}` : `two ${several}`}`)
    .max(max, `must have at most ${max.toLocaleString('en-GB')} ${several}`)
}

function expected(what: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined ? `is missing: enter ${what}` : `must be ${what}`,
  }
}

function fieldFault({ code, input }: { code?: string; input?: unknown }) {
  if (code === 'unrecognized_keys')
    return 'is not a content-set/1 field: correct the name or remove the field'
  return input === undefined ? 'is missing' : 'must be an object with named fields'
}
