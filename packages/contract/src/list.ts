import { z } from 'zod'
import { text } from './fields.ts'
import { FIRST_PAGE, LAST_PAGE, MOST_ROWS, PAGE_SIZE } from './list-sizes.ts'

/** A whole number in a query, where everything is text. */
function number(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, 'Use a whole number')
    .transform(Number)
    .pipe(z.int().min(min, `Use at least ${min}`).max(max, `Use at most ${max}`))
    .optional()
    .default(fallback)
}

/** Which part of a list: spread it into a list's query. */
export const Paging = {
  page: number(1, LAST_PAGE, FIRST_PAGE),
  limit: number(1, MOST_ROWS, PAGE_SIZE),
}

/** Several values in one parameter, with commas between them. */
export function listText<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .max(2000)
    .transform((value) => value.split(','))
    .pipe(z.array(item).min(1).max(200))
}

/** A part of a word, as somebody types it to find something. */
export const SearchText = text(1, 254).optional()

/** `name.asc`, `name.desc` for each column that the list sorts by. */
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

/** Counting stops here: beyond that nobody leafs, they filter. */
export const MOST_COUNTED = 1000

/** What a list says of its length, of one more than is counted where there are more. */
export function counted(
  count: number,
  most = MOST_COUNTED,
): { total: number; has_more_than_total: boolean } {
  return { total: Math.min(count, most), has_more_than_total: count > most }
}

/** One page of a list. `has_more_than_total`: so many match that counting stopped. */
export function listAnswer<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), total: z.int(), has_more_than_total: z.boolean() })
}
