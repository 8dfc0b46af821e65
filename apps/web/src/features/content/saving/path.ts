/**
 * A path into a draft: field names, keys of statements and responses, and positions of bands, which have no key.
 * `['statements', 'QV', 'responses', '8F', 'label']`, `['reportBands', '1', 'to']`.
 */
export type Path = readonly string[]

/** A number is a position, also in a list whose items have keys. */
export type Steps = readonly (string | number)[]

type Fields = Readonly<Record<string, unknown>>

export function readAt(value: unknown, path: Steps): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[indexOf(inner, step)] as unknown
    return isRecord(inner) ? inner[step] : undefined
  }, value)
}

/** Sets a value; undefined removes a list item or a field. Unchanged parts stay the same objects. */
export function writeAt(value: unknown, path: Steps, next: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return next
  if (Array.isArray(value)) return writeItem(value, step, rest, next)
  if (!isRecord(value)) return value
  const after = writeAt(value[step], rest, next)
  if (after !== undefined) return { ...value, [step]: after }
  const { [step]: _, ...others } = value
  return others
}

function writeItem(list: readonly unknown[], step: string | number, rest: Steps, next: unknown) {
  const index = indexOf(list, step)
  if (index === -1) return rest.length === 0 && next !== undefined ? [...list, next] : list
  const item = writeAt(list[index], rest, next)
  return item === undefined ? list.toSpliced(index, 1) : list.with(index, item)
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isEqual(one[name], other[name]))
  )
}

/** The places at which two versions differ. A list's own path means another order. */
export function differences(one: unknown, other: unknown, path: Path = []): Path[] {
  if (isEqual(one, other)) return []
  const steps = stepsIn(one, other)
  const inside = steps.flatMap((step) =>
    differences(readAt(one, [step]), readAt(other, [step]), [...path, step]),
  )
  return inside.length === 0 ? [path] : inside
}

function stepsIn(one: unknown, other: unknown): string[] {
  const isList = Array.isArray(one) && Array.isArray(other)
  if (!isList && !(isRecord(one) && isRecord(other))) return []
  const steps = [one, other].flatMap((value) =>
    Array.isArray(value)
      ? value.map((item, index) => keyOf(item) ?? String(index))
      : Object.keys(value),
  )
  return [...new Set(steps)]
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function keyOf(item: unknown): string | null {
  return isRecord(item) && typeof item['key'] === 'string' ? item['key'] : null
}

/** Finds statements and responses by key, bands by position. */
function indexOf(list: readonly unknown[], step: string | number) {
  if (typeof step === 'number') return step < list.length ? step : -1
  const found = list.findIndex((item) => keyOf(item) === step)
  if (found !== -1 || list.some((item) => keyOf(item) !== null)) return found
  const index = Number(step)
  return Number.isInteger(index) && index < list.length ? index : -1
}
