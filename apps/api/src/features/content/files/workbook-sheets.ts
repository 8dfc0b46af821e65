export type Column = {
  field: string
  kind: 'text' | 'number' | 'yes-no'
  /** A key, a label or another text of one line, which is never a date. */
  isLine?: true
  /** A number in percent. */
  isPercent?: true
  isRequired?: true
  /** Written only if a row has it, so that older readers can read other files. */
  isSeldom?: true
}

const text = { kind: 'text' } as const
const line = { kind: 'text', isLine: true } as const
const requiredText = { kind: 'text', isRequired: true } as const
const requiredLine = { ...line, isRequired: true } as const
const percent = { kind: 'number', isPercent: true } as const

const RESPONSE = {
  key: { field: 'key', ...requiredLine },
  label: { field: 'label', ...requiredLine },
  description: { field: 'description', ...text },
  value: { field: 'value', kind: 'number', isRequired: true },
  action: { field: 'action', ...text },
  effort: { field: 'effort', kind: 'number' },
  benefit: { field: 'benefit', kind: 'number' },
  'asks for evidence': { field: 'asksForEvidence', kind: 'yes-no', isSeldom: true },
  'asks for note': { field: 'asksForNote', kind: 'yes-no', isSeldom: true },
} as const

/** Sheets and columns of the workbook, in the order in which they are written. */
export const SHEETS = {
  'Content set': {
    field: { field: 'field', ...requiredLine },
    value: { field: 'value', ...requiredText },
  },
  Elements: {
    key: { field: 'key', ...requiredLine },
    title: { field: 'title', ...requiredLine },
    description: { field: 'description', ...text },
    group: { field: 'group', ...line },
    path: { field: 'path', ...text, isSeldom: true },
    required: { field: 'required', kind: 'yes-no' },
    weight: { field: 'weight', kind: 'number' },
  },
  Statements: {
    element: { field: 'element', ...requiredLine },
    key: { field: 'key', ...requiredLine },
    'short title': { field: 'shortTitle', ...line, isSeldom: true },
    text: { field: 'text', ...requiredText },
    guidance: { field: 'guidance', ...text },
    weight: { field: 'weight', kind: 'number' },
    'allows not applicable': { field: 'allowsNotApplicable', kind: 'yes-no' },
    'asks for evidence': { field: 'asksForEvidence', kind: 'yes-no', isSeldom: true },
    'asks for note': { field: 'asksForNote', kind: 'yes-no', isSeldom: true },
    'evidence example': { field: 'evidenceExample', ...text, isSeldom: true },
    groups: { field: 'groups', ...text, isSeldom: true },
    'is key': { field: 'isKey', kind: 'yes-no', isSeldom: true },
  },
  Responses: {
    statement: { field: 'statement', ...requiredLine },
    ...RESPONSE,
  },
  Bands: {
    kind: { field: 'kind', ...requiredLine },
    element: { field: 'element', ...line },
    from: { field: 'from', ...percent },
    to: { field: 'to', ...percent },
    label: { field: 'label', ...requiredLine },
    text: { field: 'text', ...text },
    'minimum overall': { field: 'minOverall', ...percent },
    'minimum element': { field: 'minElement', ...percent },
    'minimum statement': { field: 'minStatement', ...percent, isSeldom: true },
    of: { field: 'of', ...line, isSeldom: true },
    'minimum element band': { field: 'minElementBand', ...line, isSeldom: true },
  },
  Groups: {
    kind: { field: 'kind', ...requiredLine },
    key: { field: 'key', ...requiredLine },
    label: { field: 'label', ...requiredLine },
    description: { field: 'description', ...text },
    order: { field: 'order', kind: 'number' },
  },
  'Set responses': RESPONSE,
} satisfies Record<string, Record<string, Column>>

export type SheetName = keyof typeof SHEETS

export const SHEET_NAMES = Object.keys(SHEETS) as SheetName[]

/** What most sets don't have: read if they are there, written if they have rows. */
export const OPTIONAL_SHEETS: readonly SheetName[] = ['Bands', 'Groups', 'Set responses']

/** Fields of the set itself, each a row of the first sheet, by the name that is written there. */
export const ROOT_FIELDS = {
  title: 'title',
  description: 'description',
  language: 'language',
  source: 'source',
  licence: 'licence',
  introduction: 'introduction',
  scale: 'scale',
  'score from': 'scoreFrom',
  'not applicable counts': 'notApplicableCounts',
} as const

export const SCALE_SEPARATOR = ' > '

/** A heading is one line, and so is the key of a group. */
export const LINE_SEPARATOR = '\n'

export function columnsOf(sheet: SheetName): [string, Column][] {
  return Object.entries(SHEETS[sheet])
}
