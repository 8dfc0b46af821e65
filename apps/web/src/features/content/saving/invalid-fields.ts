import { DraftElement, type DraftFault, DraftHead, DraftStatement } from 'contract/draft'
import { formatNumber, plural } from 'rules/plural'
import { WHOLE_SET, type DraftState, type Part } from './draft-state.ts'
import { isEqual, keyOf, readAt, writeAt, type Path, type Steps } from './path.ts'

/** A field that can't be stored. The other fields are saved without it. */
interface InvalidField extends Omit<DraftFault, 'element_id'> {
  path: Steps
}

const WITH_INPUT = { reportInput: true }

const OwnFields = DraftElement.omit({ statements: true })

const NO_FAULTS: readonly DraftFault[] = []

const cache = new WeakMap<DraftState, readonly DraftFault[]>()

/** Invalid input stays in its field until the author fixes it. */
export function invalidFields(state: DraftState): readonly DraftFault[] {
  const found = cache.get(state) ?? findInvalidFields(state)
  cache.set(state, found)
  return found
}

function findInvalidFields(state: DraftState): readonly DraftFault[] {
  const changed = Object.entries(state.elements)
    .filter(([, { base, value }]) => base !== value)
    .map(([id, { value }]) => ({
      elementId: Number(id),
      at: state.order.indexOf(Number(id)),
      value,
    }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at)
  const { base, value } = state.head
  const head = base === value ? [] : [{ elementId: WHOLE_SET.elementId, value }]
  const found = [...head, ...changed].flatMap(({ elementId, value }) =>
    invalidIn(value).map(({ path: _, ...rest }): DraftFault => ({
      element_id: elementId,
      ...rest,
    })),
  )
  return found.length === 0 ? NO_FAULTS : found
}

const storableCache = new WeakMap<object, { base: unknown; next: unknown }>()

/** The part with each invalid field set back to its previous value. */
export function storable<Value extends object | null>({ base, value }: Part<Value>): Value {
  if (value === null || value === base) return value
  const cached = storableCache.get(value)
  if (cached?.base === base) return cached.next as Value
  const found = invalidIn(value)
  const fixed = found.reduce<unknown>(
    (inner, { path, field }) => writeAt(inner, path, fallbackValue(base, value, path, field)),
    value,
  )
  const next = found.length > 0 && isEqual(fixed, base) ? base : fixed
  storableCache.set(value, { base, next })
  return next as Value
}

const NUMBER_FIELDS =
  /(^|\.)(weight|value|effort|benefit|from|to|minOverall|minElement|minStatement|year_from|year_to)$/

const KEYED = new Set<string | number>(['statements', 'responses'])

function fallbackValue(base: unknown, value: unknown, path: Steps, field: string) {
  const old = isShifted(base, value, path) ? undefined : readAt(base, path)
  return old === undefined || old === null ? emptyOf(field) : old
}

// In lists of which items have no key, or one that an author chose, another item may have this position now.
function isShifted(base: unknown, value: unknown, [list = '', item]: Steps) {
  const [before, now] = [readAt(base, [list]), readAt(value, [list])]
  if (KEYED.has(list) || item === undefined || !Array.isArray(before) || !Array.isArray(now))
    return false
  const keyIn = (all: unknown) => keyOf(readAt(all, [item]))
  return before.length !== now.length || keyIn(before) !== keyIn(now)
}

function emptyOf(field: string) {
  return NUMBER_FIELDS.test(field) ? null : ''
}

function invalidIn(value: object | null): readonly InvalidField[] {
  if (value === null) return []
  return 'statements' in value ? invalidInElement(value as DraftElement) : invalidInHead(value)
}

const invalidInHead = memoized((head: object) =>
  issuesOf(DraftHead.safeParse(head, WITH_INPUT).error).map((issue) =>
    inResponse(issue, (head as DraftHead).responses),
  ),
)

const invalidInElement = memoized(({ statements, ...own }: DraftElement) => [
  ...issuesOf(OwnFields.safeParse(own, WITH_INPUT).error).map((issue) => toInvalidField(issue)),
  ...statements.flatMap(invalidInStatement),
])

const invalidInStatement = memoized((statement: DraftStatement): InvalidField[] => {
  const { key, responses } = statement
  const prefix = ['statements', key]
  return issuesOf(DraftStatement.safeParse(statement, WITH_INPUT).error).map((issue) =>
    inResponse(issue, responses, prefix, key),
  )
})

function inResponse(
  issue: Issue,
  responses: DraftHead['responses'] = [],
  prefix: Path = [],
  statement: string | null = null,
) {
  const [list, index, ...rest] = issue.path
  const response = list === 'responses' ? responses[Number(index)]?.key : undefined
  if (response === undefined) return toInvalidField(issue, prefix, statement)
  const path = [...prefix, 'responses', response]
  return toInvalidField({ ...issue, path: rest }, path, statement, response)
}

interface Issue {
  path: readonly PropertyKey[]
  code: string
  message: string
  maximum?: number | bigint
  input?: unknown
}

function toInvalidField(
  issue: Issue,
  prefix: Path = [],
  statement: string | null = null,
  response: string | null = null,
): InvalidField {
  const inside = issue.path.map(String)
  const field = inside.join('.')
  const message = messageOf(issue, field)
  const steps = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  return { path: [...prefix, ...steps], statement, response, field, message }
}

function messageOf({ code, message, maximum, input }: Issue, field: string) {
  const figure = EXAMPLES.find(([fields]) => fields.test(field))
  // A number that is only too large needs the limit, not an example.
  if (COUNTS.test(field) && code === 'too_big' && maximum !== undefined)
    return `Enter a number up to ${formatNumber(Number(maximum))}`
  if (figure) return figure[1]
  if (code !== 'too_big' || maximum === undefined || typeof input !== 'string') return message
  const tooMany = input.length - Number(maximum)
  return plural(tooMany, {
    one: `Shorten this text by # character. The limit is ${formatNumber(Number(maximum))}.`,
    other: `Shorten this text by # characters. The limit is ${formatNumber(Number(maximum))}.`,
  })
}

const COUNTS = /(weight|value)$/

const EXAMPLES = [
  [/year_(from|to)$/, 'Enter a year from 2000 to 2100'],
  [/weight$/, 'Enter 0 or a higher number, such as 1 or 2.5'],
  [/(from|to|minOverall|minElement|minStatement)$/, 'Enter a percentage from 0 to 100, such as 33'],
  [/value$/, 'Enter a number, such as 3'],
  [/effort|benefit$/, 'Choose a number from 1 to 5'],
] as const

function issuesOf(error: { issues: readonly Issue[] } | undefined) {
  const byPath = new Map<string, Issue>()
  for (const issue of error?.issues ?? []) {
    const path = issue.path.join('.')
    if (!byPath.has(path)) byPath.set(path, issue)
  }
  return [...byPath.values()]
}

function memoized<Value extends object>(validate: (value: Value) => InvalidField[]) {
  const cache = new WeakMap<object, readonly InvalidField[]>()
  return (value: Value): readonly InvalidField[] => {
    const found = cache.get(value) ?? validate(value)
    cache.set(value, found)
    return found
  }
}
