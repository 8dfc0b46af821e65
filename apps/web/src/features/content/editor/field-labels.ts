import { formatList } from 'rules/plural'

const FIELDS: Record<string, string | undefined> = {
  title: 'title',
  text: 'text',
  description: 'description',
  introduction: 'introduction',
  group: 'group',
  path: 'group',
  guidance: 'guidance',
  shortTitle: 'short title',
  weight: 'weight',
  required: 'required',
  allowsNotApplicable: '“Does not apply” option',
  label: 'response name',
  value: 'response value',
  action: 'action',
  effort: 'effort',
  benefit: 'benefit',
  asksForEvidence: 'evidence',
  asksForNote: 'note',
  evidenceExample: 'example of evidence',
  scale: 'levels',
  reportBands: 'report texts',
  certificationBands: 'certification bands',
  from: 'band start',
  to: 'band end',
  minOverall: 'overall result for the band',
  minElement: 'element result for the band',
  minStatement: 'result of each statement for the band',
  of: 'statements of the band',
  minElementBand: 'element band to reach',
  elementBands: 'element bands',
  scoreFrom: 'what counts as 0%',
  notApplicableCounts: 'what “Does not apply” counts as',
  groups: 'groups',
  isKey: 'key statement',
  source: 'source',
  licence: 'licence',
  language: 'language',
  elements: 'elements',
  order: 'order',
  statements: 'statements',
  responses: 'responses',
  key: 'key',
  offers_self_assessment: 'purpose',
  offers_certification: 'purpose',
  year_from: 'first year',
  year_to: 'last year',
}

/** What the label of a list's item is called. */
const NAMES: Record<string, string | undefined> = {
  certificationBands: 'band name',
  elementBands: 'element band name',
  groups: 'group name',
}

/** For `reportBands.1.to`, the last step that has a label. */
export function nameOfField(field: string): string {
  const [, list] = /^(\w+)\.(?:.*\.)?label$/.exec(field) ?? []
  const listed = list === undefined ? undefined : NAMES[list]
  if (listed !== undefined) return listed
  const named = field.split('.').findLast((step) => FIELDS[step] !== undefined)
  return (named && FIELDS[named]) ?? field
}

export function namesOfFields(fields: readonly string[]): string {
  const names = new Set(fields.map((field) => nameOfField(field)))
  return formatList([...names])
}
