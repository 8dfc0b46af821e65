/** Reads one search value: what it means, or undefined when it means nothing here. */
export type Reader<T> = (value: unknown) => T | undefined
type Read<Shape> = {
  [Key in keyof Shape]?: Shape[Key] extends Reader<infer T> ? T | undefined : never
}

/**
 * Search parameters forgive: what is invalid or unknown falls away, so its default holds. The shape is
 * `{ year: wholeNumber(2000, 2100), type: oneOf(['a', 'b']), redirect: someText }` and not a zod schema,
 * because every route's search is part of the first page and zod alone is 15 kB of it.
 */
export function lenient<Shape extends Record<string, Reader<unknown>>>(shape: Shape) {
  return (search: Record<string, unknown>): Read<Shape> => {
    // Also what falls away is named: the router would else keep the value as it stands in the address.
    const keys = new Set([...Object.keys(search), ...Object.keys(shape)])
    const read = [...keys].map((key) => [key, meaningOf(shape, key, search[key])] as const)
    return Object.fromEntries(read) as Read<Shape>
  }
}

function meaningOf(shape: Record<string, Reader<unknown>>, key: string, value: unknown) {
  return Object.hasOwn(shape, key) ? shape[key]?.(value) : undefined
}

/** The parameters of an address that mean nothing here, as they stand in it: `limit=ten`. */
export function illegalIn(
  shape: Record<string, Reader<unknown>>,
  search: Record<string, unknown>,
): string[] {
  return Object.entries(search)
    .filter(
      ([key, value]) => value !== undefined && meaningOf(shape, key, value || 'a') === undefined,
    )
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
}

/** The router hands `?year=2026` over as a number and `?year=%222026%22` as text; both are a number here. */
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

/** Several of these: a list in the address, or words with commas between them. One that is none of them spoils all. */
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
