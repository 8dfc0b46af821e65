import { DraftElement, type DraftFault, DraftHead, DraftStatement } from 'contract/draft'
import { formatNumber, plural } from 'rules/plural'
import { WHOLE_SET, type DraftState, type Part } from './draft-state.ts'
import { isEqual, readAt, writeAt, type Path } from './path.ts'

/** A field that can't be stored; its neighbours can. */
interface Found extends Omit<DraftFault, 'element_id'> {
  path: Path
}

const WITH_INPUT = { reportInput: true }

const OwnFields = DraftElement.omit({ statements: true })

const NOTHING: readonly DraftFault[] = []

const known = new WeakMap<DraftState, readonly DraftFault[]>()

/** Invalid input stays in its field until the author fixes it. */
export function refusals(state: DraftState): readonly DraftFault[] {
  const found = known.get(state) ?? find(state)
  known.set(state, found)
  return found
}

function find(state: DraftState): readonly DraftFault[] {
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
    foundIn(value).map(({ path: _, ...rest }): DraftFault => ({ element_id: elementId, ...rest })),
  )
  return found.length === 0 ? NOTHING : found
}

const storableOnes = new WeakMap<object, { base: unknown; next: unknown }>()

/** The part with each invalid field set back to its previous value. */
export function storable<Value extends object | null>({ base, value }: Part<Value>): Value {
  if (value === null || value === base) return value
  const known = storableOnes.get(value)
  if (known?.base === base) return known.next as Value
  const found = foundIn(value)
  const fixed = found.reduce<unknown>(
    (inner, { path, field }) => writeAt(inner, path, standIn(base, value, path, field)),
    value,
  )
  const next = found.length > 0 && isEqual(fixed, base) ? base : fixed
  storableOnes.set(value, { base, next })
  return next as Value
}

const FIGURES =
  /(^|\.)(weight|value|effort|benefit|from|to|minOverall|minElement|year_from|year_to)$/

// In lists without keys, a changed length means that positions have shifted.
function standIn(base: unknown, value: unknown, path: Path, field: string) {
  const [list = ''] = path
  const [before, now] = [readAt(base, [list]), readAt(value, [list])]
  const isShifted =
    list !== 'statements' &&
    Array.isArray(before) &&
    Array.isArray(now) &&
    before.length !== now.length &&
    path.length > 1
  const old = isShifted ? undefined : readAt(base, path)
  return old === undefined || old === null ? emptyOf(field) : old
}

function emptyOf(field: string) {
  return FIGURES.test(field) ? null : ''
}

function foundIn(value: object | null): readonly Found[] {
  if (value === null) return []
  return 'statements' in value ? foundInElement(value as DraftElement) : foundInHead(value)
}

const foundInHead = remembered((head: object) =>
  issuesOf(DraftHead.safeParse(head, WITH_INPUT).error).map((issue) => onField(issue)),
)

const foundInElement = remembered(({ statements, ...own }: DraftElement) => [
  ...issuesOf(OwnFields.safeParse(own, WITH_INPUT).error).map((issue) => onField(issue)),
  ...statements.flatMap(foundInStatement),
])

const foundInStatement = remembered((statement: DraftStatement): Found[] => {
  const { key, responses } = statement
  const way = ['statements', key]
  return issuesOf(DraftStatement.safeParse(statement, WITH_INPUT).error).map((issue) => {
    const [list, index, ...rest] = issue.path
    const response = list === 'responses' ? responses[Number(index)]?.key : undefined
    if (response === undefined) return onField(issue, way, key)
    return onField({ ...issue, path: rest }, [...way, 'responses', response], key, response)
  })
})

interface Issue {
  path: readonly PropertyKey[]
  code: string
  message: string
  maximum?: number | bigint
  input?: unknown
}

function onField(
  issue: Issue,
  way: Path = [],
  statement: string | null = null,
  response: string | null = null,
): Found {
  const inside = issue.path.map(String)
  const field = inside.join('.')
  const message = messageOf(issue, field)
  return { path: [...way, ...inside], statement, response, field, message }
}

function messageOf({ code, message, maximum, input }: Issue, field: string) {
  const figure = RIGHT.find(([fields]) => fields.test(field))
  // A number that is only too large needs the limit, not an example.
  if (COUNTS.test(field) && code === 'too_big' && maximum !== undefined)
    return `Enter a number up to ${formatNumber(Number(maximum))}`
  if (figure) return figure[1]
  if (code !== 'too_big' || maximum === undefined || typeof input !== 'string') return message
  const tooMany = input.length - Number(maximum)
  return plural(tooMany, {
    one: `Shorten this text by # character. The limit is ${formatNumber(Number(maximum))}`,
    other: `Shorten this text by # characters. The limit is ${formatNumber(Number(maximum))}`,
  })
}

const COUNTS = /(weight|value)$/

const RIGHT = [
  [/year_(from|to)$/, 'Enter a year from 2000 to 2100'],
  [/weight$/, 'Enter a number above 0, such as 1 or 2.5'],
  [/(from|to|minOverall|minElement)$/, 'Enter a percentage from 0 to 100, such as 33'],
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

function remembered<Value extends object>(look: (value: Value) => Found[]) {
  const known = new WeakMap<object, readonly Found[]>()
  return (value: Value): readonly Found[] => {
    const found = known.get(value) ?? look(value)
    known.set(value, found)
    return found
  }
}
