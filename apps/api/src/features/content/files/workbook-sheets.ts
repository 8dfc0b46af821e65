type Column = {
  field: string
  kind: 'text' | 'number' | 'yes-no'
  isRequired?: true
  /** Written only if a row has it, so that older readers can read other files. */
  isSeldom?: true
}

const text: Pick<Column, 'kind'> = { kind: 'text' }
const requiredText: Pick<Column, 'kind' | 'isRequired'> = { kind: 'text', isRequired: true }

/** Sheets and columns of the workbook, in the order in which they are written. */
export const SHEETS = {
  'Content set': {
    field: { field: 'field', ...requiredText },
    value: { field: 'value', ...requiredText },
  },
  Elements: {
    key: { field: 'key', ...requiredText },
    title: { field: 'title', ...requiredText },
    description: { field: 'description', ...text },
    group: { field: 'group', ...text },
    required: { field: 'required', kind: 'yes-no' },
    weight: { field: 'weight', kind: 'number' },
  },
  Statements: {
    element: { field: 'element', ...requiredText },
    key: { field: 'key', ...requiredText },
    'short title': { field: 'shortTitle', ...text, isSeldom: true },
    text: { field: 'text', ...requiredText },
    guidance: { field: 'guidance', ...text },
    weight: { field: 'weight', kind: 'number' },
    'allows not applicable': { field: 'allowsNotApplicable', kind: 'yes-no' },
    'asks for evidence': { field: 'asksForEvidence', kind: 'yes-no', isSeldom: true },
  },
  Responses: {
    statement: { field: 'statement', ...requiredText },
    key: { field: 'key', ...requiredText },
    label: { field: 'label', ...requiredText },
    description: { field: 'description', ...text },
    value: { field: 'value', kind: 'number', isRequired: true },
    action: { field: 'action', ...text },
    effort: { field: 'effort', kind: 'number' },
    benefit: { field: 'benefit', kind: 'number' },
    'asks for evidence': { field: 'asksForEvidence', kind: 'yes-no', isSeldom: true },
  },
  Bands: {
    kind: { field: 'kind', ...requiredText },
    element: { field: 'element', ...text },
    from: { field: 'from', kind: 'number' },
    to: { field: 'to', kind: 'number' },
    label: { field: 'label', ...requiredText },
    text: { field: 'text', ...text },
    'minimum overall': { field: 'minOverall', kind: 'number' },
    'minimum element': { field: 'minElement', kind: 'number' },
  },
} satisfies Record<string, Record<string, Column>>

export type SheetName = keyof typeof SHEETS

/** Fields of the set itself, each a row of the first sheet. */
export const ROOT_FIELDS = [
  'title',
  'description',
  'language',
  'source',
  'licence',
  'introduction',
  'scale',
] as const

export const SCALE_SEPARATOR = ' > '

export function columnsOf(sheet: SheetName): [string, Column][] {
  return Object.entries(SHEETS[sheet])
}
