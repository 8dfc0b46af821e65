import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { FIRST_PAGE, PAGE_SIZE } from 'contract/list-sizes'

/** What is shown is always a number of such parts. */
const MOST_AT_ONCE = PAGE_SIZE * 8

interface Page<Row> {
  rows: readonly Row[]
  total: number
  has_more_than_total: boolean
}
interface Part {
  page: number
  limit: number
}
interface List<Row, Query> {
  key: readonly unknown[]
  call: (input: { query: Query & Part }, init: { signal: AbortSignal }) => Promise<Page<Row>>
}

/** A list that the specification gives no page: it begins with one, and grows to twice what it shows. */
export function growingList<Row extends { id: number }, Query extends object>(
  { key, call }: List<Row, Query>,
  query: NoInfer<Query>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, 'growing', query],
    queryFn: ({ pageParam, signal }) => call({ query: { ...query, ...pageParam } }, { signal }),
    initialPageParam: { page: FIRST_PAGE, limit: PAGE_SIZE },
    getNextPageParam: ({ rows, total, has_more_than_total: hasMore }, _, { page, limit }) => {
      const shown = page * limit
      if (rows.length < limit || (shown >= total && !hasMore)) return undefined
      const next = Math.min(shown, MOST_AT_ONCE)
      return { page: shown / next + 1, limit: next }
    },
    select: joined<Row>,
  })
}

/** One list; whoever moved to a later part meanwhile stands in it once. */
function joined<Row extends { id: number }>({ pages }: InfiniteData<Page<Row>>) {
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.id, row] as const)))
  const last = pages.at(-1)
  return {
    rows: [...rows.values()],
    total: last?.total ?? 0,
    has_more_than_total: last?.has_more_than_total ?? false,
  }
}
