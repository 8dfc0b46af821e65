import { z } from 'zod'
import { line } from './fields.ts'
import { FIRST_PAGE, LAST_PAGE, MAX_ROWS, PAGE_SIZE } from './list-sizes.ts'

/** A whole number in a query string. */
function number(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, 'Use a whole number')
    .transform(Number)
    .pipe(
      z
        .int()
        .min(min, `Use a number from ${min} to ${max}`)
        .max(max, `Use a number from ${min} to ${max}`),
    )
    .optional()
    .default(fallback)
}

/** Paging of a list: spread it into a list's query. */
export const Paging = {
  page: number(1, LAST_PAGE, FIRST_PAGE),
  limit: number(1, MAX_ROWS, PAGE_SIZE),
}

/** Comma-separated values in one parameter. */
export function listText<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .max(2000)
    .transform((value) => value.split(','))
    .pipe(z.array(item).min(1).max(200))
}

/** Search text. */
export const SearchText = line(1, 254).optional()

/** `name.asc` and `name.desc` for each sortable column. */
export function sortText<const T extends string>(
  columns: readonly T[],
  fallback: `${T}.asc` | `${T}.desc`,
) {
  const sorts = columns.flatMap((column) => [`${column}.asc`, `${column}.desc`] as const)
  return z
    .enum(sorts as [string, ...string[]])
    .optional()
    .default(fallback)
}

/** Counting stops here, because users filter long lists rather than page through them. */
export const MAX_COUNTED = 1000

/** The length of a list from a limited count. */
export function counted(count: number) {
  return { total: Math.min(count, MAX_COUNTED), has_more_than_total: count > MAX_COUNTED }
}

/** One page of a list. With `has_more_than_total`, counting stopped at `total`. */
export function listResponse<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), total: z.int(), has_more_than_total: z.boolean() })
}
