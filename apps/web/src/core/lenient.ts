/** Parses a search value; undefined if it is invalid. */
export type Reader<T> = (value: unknown) => T | undefined
type Read<Shape> = {
  [Key in keyof Shape]?: Shape[Key] extends Reader<infer T> ? T | undefined : never
}

/**
 * Drops invalid and unknown search parameters, so that defaults apply. The shape is not a zod schema, because it is
 * part of the first page and zod has 15 KB: `{ year: wholeNumber(2000, 2100), redirect: someText }`.
 */
export function lenient<Shape extends Record<string, Reader<unknown>>>(shape: Shape) {
  return (search: Record<string, unknown>): Read<Shape> => {
    // Dropped keys are set to undefined, because the router keeps missing ones.
    const keys = new Set([...Object.keys(search), ...Object.keys(shape)])
    const read = [...keys].map((key) => [key, parsed(shape, key, search[key])] as const)
    return Object.fromEntries(read) as Read<Shape>
  }
}

function parsed(shape: Record<string, Reader<unknown>>, key: string, value: unknown) {
  return Object.hasOwn(shape, key) ? shape[key]?.(value) : undefined
}

/** The invalid parameters of an address, for example `limit=ten`. */
export function illegalIn(
  shape: Record<string, Reader<unknown>>,
  search: Record<string, unknown>,
): string[] {
  return Object.entries(search)
    .filter(([key, value]) => value !== undefined && parsed(shape, key, value || 'a') === undefined)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
}

/** The router parses `?year=2026` as a number and `?year=%222026%22` as text; both are accepted. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value) => {
    if (typeof value !== 'number' && typeof value !== 'string') return undefined
    const number = value === '' ? Number.NaN : Number(value)
    return Number.isSafeInteger(number) && number >= min && number <= max ? number : undefined
  }
}

export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  return (value) => values.find((known) => known === value)
}

/** A list, or values separated by commas. One invalid value makes the list invalid. */
export function listOf<const T extends string | number>(read: Reader<T>): Reader<T[]> {
  return (value) => {
    const given = typeof value === 'string' ? value.split(',') : [value].flat()
    const found = given.map(read).filter((one) => one !== undefined)
    return found.length > 0 && found.length === given.length ? [...new Set(found)] : undefined
  }
}

/** A column and its direction, for example `name.asc`. */
export function sortOf<const T extends string>(columns: readonly T[]) {
  return oneOf(columns.flatMap((column) => [`${column}.asc`, `${column}.desc`] as const))
}

export function someText(value: unknown) {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A day such as 2026-11-21. */
export function day(value: unknown) {
  if (typeof value !== 'string' || !/^2\d{3}-\d{2}-\d{2}$/.test(value)) return undefined
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined
}
