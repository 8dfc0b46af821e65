export const FIELDS: Record<string, string | undefined> = {
  title: 'title',
  text: 'text',
  description: 'description',
  introduction: 'introduction',
  group: 'group',
  guidance: 'guidance',
  weight: 'weight',
  required: 'required',
  allowsNotApplicable: 'does not apply',
  label: 'name of the response',
  value: 'value of the response',
  action: 'what it takes',
  effort: 'effort',
  benefit: 'benefit',
  asksForEvidence: 'asks for evidence',
  scale: 'levels',
  reportBands: 'report texts',
  certificationBands: 'certification bands',
  from: 'start of a band',
  to: 'end of a band',
  minOverall: 'overall result of a band',
  minElement: 'result of each element of a band',
  source: 'source',
  licence: 'licence',
  language: 'language',
  elements: 'elements',
  order: 'order',
  statements: 'statements',
  responses: 'responses',
  key: 'key',
  offers_self_assessment: 'what it is for',
  offers_certification: 'what it is for',
  year_from: 'first year',
  year_to: 'last year',
}

/** Of `reportBands.1.to` the last step that has a name. */
export function nameOfField(field: string): string {
  if (/^certificationBands\..*label$/.test(field)) return 'name of a band'
  const named = field.split('.').findLast((step) => FIELDS[step] !== undefined)
  return (named && FIELDS[named]) ?? field
}

/** "title, years and order", each once. */
export function namesOfFields(fields: readonly string[]): string {
  const names = new Set(fields.map((field) => nameOfField(field)))
  return new Intl.ListFormat('en-GB').format(names)
}
