import { ContentSetFile } from 'contract/content-format'
import * as fc from 'fast-check'

const word = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
const awkward = fc.constantFrom(
  '=1+1',
  '+44 20',
  "'quoted",
  '<b>&amp;</b>',
  '_x0041_',
  'constructor',
  '__proto__',
  'two\nlines',
  'émigré 日本 🙂',
  'العربية שלום\u202e',
  '👩‍💻 Ａ\u200d',
  '@SUM(A1)',
  '-1+1',
  "=cmd|' /C calc'!A0",
  '<script>alert(1)</script>',
  '1e5',
  '2026-11-21',
  '  > quoted',
  '\ttab',
  '007',
  'TRUE',
  '- item',
)
const line = fc.oneof(word, awkward).filter((text) => text.trim() !== '')
const maybe = fc.option(line, { nil: undefined })
const weight = fc.constantFrom(1, 0.5, 3, 1 / 3, 12.25)
const oneToFive = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined })

const response = fc.record({
  label: line,
  description: maybe,
  action: maybe,
  effort: oneToFive,
  benefit: oneToFive,
  asksForEvidence: fc.option(fc.boolean(), { nil: undefined }),
})
const statement = fc.record({
  text: line,
  guidance: maybe,
  weight,
  allowsNotApplicable: fc.boolean(),
  values: fc.uniqueArray(fc.double({ min: -1000, max: 1000, noNaN: true }), {
    minLength: 2,
    maxLength: 10,
    comparator: (a, b) => a === b,
  }),
  responses: fc.array(response, { minLength: 10, maxLength: 10 }),
})
const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 4 })
const element = fc.record({
  title: line,
  description: maybe,
  group: maybe,
  required: fc.boolean(),
  weight,
  cuts: fc.option(cuts, { nil: undefined }),
  text: line,
  statements: fc.array(statement, { minLength: 1, maxLength: 3 }),
})
const root = fc.record({
  title: line,
  description: maybe,
  language: maybe,
  source: maybe,
  licence: maybe,
  introduction: maybe,
  hasScale: fc.boolean(),
  certification: cuts,
  elements: fc.array(element, { minLength: 1, maxLength: 3 }),
})

/** Any valid content set, with texts that a spreadsheet or XML would like to misread. */
export const aContentSet = root.map(({ hasScale, certification, elements, ...fields }) =>
  ContentSetFile.parse({
    ...fields,
    format: 'content-set/1',
    ...(hasScale && { scale: ['Low', 'Middle', 'High'] }),
    certificationBands: ascending(certification).map((cut) => ({
      label: `From ${cut}`,
      minOverall: cut,
      minElement: cut / 2,
    })),
    elements: elements.map(({ cuts: own, text, ...rest }, e) => ({
      ...rest,
      key: `E${e}`,
      ...(own && { reportBands: bandsAt(own, text) }),
      statements: rest.statements.map(({ values, responses, ...each }, s) => ({
        ...each,
        key: `E${e}-${s}`,
        responses: (hasScale ? [1, 2, 3] : ascending(values)).map((value, r) =>
          Object.assign({ key: `E${e}-${s}-${r}`, value }, responses[r]),
        ),
      })),
    })),
  }),
)

function bandsAt(cuts: number[], text: string) {
  const edges = [0, ...ascending(cuts), 100]
  return edges.slice(1).map((to, index) => ({ from: edges[index], to, title: `Up to ${to}`, text }))
}

function ascending(values: number[]) {
  return values.toSorted((one, other) => one - other)
}
