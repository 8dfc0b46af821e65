import { z } from 'zod'
import { CONTENT_LIMITS, isScaleOf } from './content-limits.ts'
import { checkGroups } from './group-checks.ts'
import { asStored, checkUnique, type Report } from './unique-checks.ts'
import { checkVerdict } from './verdict-checks.ts'

type Context = {
  addIssue: (issue: { code: 'custom'; path: (string | number)[]; message: string }) => void
}

// The compared values of any input. Values of the wrong type are skipped.
const name = z.string().optional().catch(undefined)
const figure = z.number().catch(Number.NaN)
// A value that is no percentage or number has its own fault, as a missing weight has.
const weight = z.number().catch(1)
const limit = z.number().min(0).max(100).catch(Number.NaN)
const OutlineResponse = z
  .object({ key: name, value: figure })
  .catch({ key: undefined, value: Number.NaN })
const OutlineStatement = z
  .object({
    key: name,
    weight,
    groups: z.array(z.unknown()).catch([]),
    responses: z.array(OutlineResponse).optional().catch([]),
  })
  .catch({ key: undefined, weight: 1, groups: [], responses: [] })
const OutlineBand = z.object({ from: limit, to: limit }).catch({ from: Number.NaN, to: Number.NaN })
const OutlineElement = z
  .object({
    key: name,
    weight,
    reportBands: z.array(OutlineBand).catch([]),
    statements: z.array(OutlineStatement).catch([]),
  })
  .catch({ key: undefined, weight: 1, reportBands: [], statements: [] })
const Outline = z.object({
  scale: z.array(z.unknown()).optional().catch(undefined),
  responses: z.array(OutlineResponse).optional().catch([]),
  scoreFrom: name,
  elements: z.array(OutlineElement).catch([]),
})
type Outline = z.infer<typeof Outline>

/** Where the responses of the set are wrong: there once, instead of at each statement that takes them. */
function responsesIn({ elements, responses: shared }: Outline) {
  const own = elements.flatMap(({ statements }, e) =>
    statements.map(({ responses }, s) => ({
      responses,
      path: ['elements', e, 'statements', s, 'responses'],
    })),
  )
  const lists = shared ? [{ responses: shared, path: ['responses'] }, ...own] : own
  return lists.flatMap(({ responses, path }) => (responses ? [{ responses, path }] : []))
}

/** Checks across the whole set: keys, weights, order of values, scale and bands. */
export function checkAcrossSet(input: unknown, context: Context) {
  const { data: set } = Outline.safeParse(input)
  if (!set) return
  const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message })
  checkKeys(set, report)
  checkWeights(set, report)
  checkStatements(set, report)
  checkReportBands(set, report)
  checkGroups(input, report)
  checkVerdict(input, report)
  checkUnique((set.scale ?? []).map(asStored), (index) => ['scale', index], report)
}

function checkKeys(set: Outline, report: Report) {
  const statements = set.elements.flatMap((element, e) =>
    element.statements.map((statement, s) => ({
      ...statement,
      path: ['elements', e, 'statements', s],
    })),
  )
  checkUnique(keysOf(set.elements), (e) => ['elements', e, 'key'], report)
  checkUnique(keysOf(statements), (s) => [...(statements[s]?.path ?? []), 'key'], report)
  for (const { responses, path } of responsesIn(set))
    checkUnique(keysOf(responses), (r) => [...path, r, 'key'], report)
  const shared = set.responses ?? []
  const count = statements.reduce((sum, { responses = shared }) => sum + responses.length, 0)
  if (count > CONTENT_LIMITS.responses) {
    report(
      ['elements'],
      `must have at most 50,000 responses in total, not ${count.toLocaleString('en-GB')}`,
    )
  }
}

function keysOf(items: { key?: string | undefined }[]) {
  return items.map((item) => asStored(item.key))
}

/** Without a weight above 0 there would be no score. */
function checkWeights({ elements }: Outline, report: Report) {
  const statements = elements.flatMap((element) =>
    element.statements.map((statement) => element.weight !== 0 && statement.weight !== 0),
  )
  if (statements.length > 0 && !statements.includes(true))
    report(
      ['elements'],
      'must include a statement with a weight above 0 in an element with a weight above 0',
    )
}

function checkStatements(set: Outline, report: Report) {
  for (const { responses, path } of responsesIn(set)) {
    checkValues(set, responses, path, report)
    if (set.scoreFrom === 'zero') checkAboveZero(responses, path, report)
  }
  if (set.responses !== undefined) return
  for (const [e, { statements }] of set.elements.entries()) {
    for (const [s, { responses }] of statements.entries()) {
      if (responses === undefined)
        report(
          ['elements', e, 'statements', s, 'responses'],
          'is missing: enter a list of responses, here or for the whole set',
        )
    }
  }
}

type Path = (string | number)[]

function checkValues(
  { scale }: Outline,
  responses: readonly { value: number }[],
  path: Path,
  report: Report,
) {
  const values = responses.map((response) => response.value)
  checkNotFalling(values, (r) => [...path, r, 'value'], report)
  // Too few responses are another fault.
  if (values.length < 2) return
  // A value that is no number has its own fault.
  if (new Set(values).size === 1 && !values.includes(Number.NaN))
    report(path, `must have at least two different values, not only ${values[0]}`)
  const levels = scale?.length
  if (levels !== undefined && !isScaleOf(values, levels)) {
    report(
      path,
      `must have the values 1 to ${levels} or 0 to ${levels - 1}, because the content set has ${levels} levels`,
    )
  }
}

/** A value is divided by the highest. */
function checkAboveZero(responses: readonly { value: number }[], path: Path, report: Report) {
  const highest = Math.max(...responses.map(({ value }) => value))
  // Without responses there is another fault.
  if (responses.length > 0 && highest <= 0)
    report(
      path,
      `must have a response with a value above 0, because scores count from the value 0; the highest value is ${highest}`,
    )
}

function checkNotFalling(
  values: number[],
  pathOf: (index: number) => (string | number)[],
  report: Report,
) {
  for (const [index, value] of values.entries()) {
    const before = values[index - 1]
    if (before !== undefined && value < before)
      report(pathOf(index), `must be at least ${before}, the value of the previous response`)
  }
}

function checkReportBands({ elements }: Outline, report: Report) {
  for (const [e, { reportBands }] of elements.entries()) {
    for (const [b, { from, to }] of reportBands.entries()) {
      const path = ['elements', e, 'reportBands', b]
      const start = b === 0 ? 0 : (reportBands[b - 1]?.to ?? 0)
      if (differ(from, start))
        report([...path, 'from'], `must be ${start}, so that there is no gap or overlap`)
      if (to <= from) report([...path, 'to'], `must be above ${from}, where the band starts`)
      if (b === reportBands.length - 1 && differ(to, 100))
        report([...path, 'to'], 'must be 100 in the last band')
    }
  }
}

function differ(one: number, other: number) {
  return Math.abs(one - other) > 0
}
