import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { sameText } from './same-text.ts'
import { CONTENT_LIMITS, isScaleOf } from './content-limits.ts'
import { toNfc } from './fields.ts'

type Report = (path: (string | number)[], message: string) => void
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
  .object({ key: name, weight, responses: z.array(OutlineResponse).catch([]) })
  .catch({ key: undefined, weight: 1, responses: [] })
const OutlineBand = z.object({ from: limit, to: limit }).catch({ from: Number.NaN, to: Number.NaN })
const OutlineElement = z
  .object({
    key: name,
    weight,
    reportBands: z.array(OutlineBand).catch([]),
    statements: z.array(OutlineStatement).catch([]),
  })
  .catch({ key: undefined, weight: 1, reportBands: [], statements: [] })
const CertificationOutline = z
  .object({ label: name, minOverall: figure, minElement: figure })
  .catch({ label: undefined, minOverall: Number.NaN, minElement: Number.NaN })
const Outline = z.object({
  scale: z.array(z.unknown()).optional().catch(undefined),
  certificationBands: z.array(CertificationOutline).catch([]),
  elements: z.array(OutlineElement).catch([]),
})
type Outline = z.infer<typeof Outline>

/** Checks across the whole set: keys, weights, order of values, scale and bands. */
export function checkAcrossSet(input: unknown, context: Context) {
  const { data: set } = Outline.safeParse(input)
  if (!set) return
  const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message })
  checkKeys(set, report)
  checkWeights(set, report)
  checkStatements(set, report)
  checkReportBands(set, report)
  checkCertificationBands(set.certificationBands, report)
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
  for (const { responses, path } of statements)
    checkUnique(keysOf(responses), (r) => [...path, 'responses', r, 'key'], report)
  const count = statements.reduce((sum, { responses }) => sum + responses.length, 0)
  if (count > CONTENT_LIMITS.responses) {
    report(['elements'], `must have at most 50,000 responses in total, not ${count}`)
  }
}

function keysOf(items: { key?: string | undefined }[]) {
  return items.map((item) => asStored(item.key))
}

/** Texts with other faults are compared as they would be stored. */
function asStored(value: unknown) {
  return typeof value === 'string' ? toNfc(cleanLine(value)) : value
}

function checkUnique(
  values: unknown[],
  pathOf: (index: number) => (string | number)[],
  report: Report,
) {
  const seen = new Set<unknown>()
  for (const [index, value] of values.entries()) {
    const same = typeof value === 'string' ? sameText(value) : value
    if (same && seen.has(same))
      report(pathOf(index), `must be unique: ${JSON.stringify(same)} is already used`)
    seen.add(same)
  }
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

function checkStatements({ elements, scale }: Outline, report: Report) {
  for (const [e, element] of elements.entries()) {
    for (const [s, { responses }] of element.statements.entries()) {
      const path = ['elements', e, 'statements', s, 'responses']
      const values = responses.map((response) => response.value)
      checkNotFalling(values, (r) => [...path, r, 'value'], report)
      // Too few responses are another fault.
      if (values.length < 2) continue
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
  }
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

function checkRising(
  values: number[],
  pathOf: (index: number) => (string | number)[],
  report: Report,
) {
  for (const [index, value] of values.entries()) {
    const before = values[index - 1]
    if (before !== undefined && value <= before)
      report(pathOf(index), `must be above the previous value, ${before}`)
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

function checkCertificationBands(bands: Outline['certificationBands'], report: Report) {
  const overall = bands.map((band) => band.minOverall)
  checkRising(overall, (b) => ['certificationBands', b, 'minOverall'], report)
  checkUnique(
    bands.map((band) => asStored(band.label)),
    (b) => ['certificationBands', b, 'label'],
    report,
  )
  for (const [b, { minElement }] of bands.entries()) {
    const before = bands[b - 1]?.minElement
    if (before !== undefined && minElement < before) {
      report(
        ['certificationBands', b, 'minElement'],
        `must be at least ${before}, the value of the previous band`,
      )
    }
  }
}
