import {
  infiniteQueryOptions,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
  type DefaultError,
  type InfiniteData,
  type QueryKey,
  type UseSuspenseInfiniteQueryOptions,
} from '@tanstack/react-query'
import { FIRST_PAGE, PAGE_SIZE } from 'contract/list-sizes'
import type { plural } from 'rules/plural'
import { useDeferredValue } from 'react'

export interface ListAnswer<Row> {
  rows: readonly Row[]
  total: number
  has_more_than_total: boolean
  /** Why there are no rows. */
  tooSlow?: string
}

/** What the rows are: "# user" and "# users". */
type Forms = Parameters<typeof plural>[1]

export interface MoreRows {
  forms: Forms
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

interface Query<Answer> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
}

type Navigate<Search> = (to: { search: Search; replace: boolean }) => unknown

export function useList<Search, Answer>(
  search: Search,
  navigate: Navigate<Search>,
  queryOf: (search: Search) => Query<Answer>,
) {
  const shown = useDeferredValue(search)
  const { data: answer, ...again } = useSuspenseQuery(queryOf(shown))
  return { answer, ...retryProps(again), ...addressProps(search, shown, navigate) }
}

export function useGrowingList<Search, Row, Page, Key extends QueryKey, Param>(
  search: Search,
  navigate: Navigate<Search>,
  queryOf: (
    search: Search,
  ) => UseSuspenseInfiniteQueryOptions<Page, DefaultError, ListAnswer<Row>, Key, Param>,
  forms: Forms,
) {
  const shown = useDeferredValue(search)
  const { data: answer, ...more } = useSuspenseInfiniteQuery(queryOf(shown))
  return {
    answer,
    more: { ...more, forms },
    ...retryProps(more),
    ...addressProps(search, shown, navigate),
  }
}

function retryProps({ refetch, isFetching }: { refetch: () => unknown; isFetching: boolean }) {
  return { onRetry: () => void refetch(), isRetrying: isFetching }
}

function addressProps<Search>(search: Search, shown: Search, navigate: Navigate<Search>) {
  return {
    search,
    isBehind: shown !== search,
    onSearch: (next: Search, isTyped: boolean) => navigate({ search: next, replace: isTyped }),
  }
}

/** Pages of one size keep the offsets whole. */
const LARGEST_PAGE = PAGE_SIZE * 8

interface Part {
  page: number
  limit: number
}
interface List<Row, Filter> {
  key: readonly unknown[]
  query: (input: { query: Filter & Part }) => Query<ListAnswer<Row>>
}

/** A list whose address has no page: starts with one page and doubles on demand. */
export function growingList<Row extends { id: number }, Filter extends object>(
  { key, query: queryOf }: List<Row, Filter>,
  query: NoInfer<Filter>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, 'growing', query],
    queryFn: ({ pageParam, signal }) =>
      queryOf({ query: { ...query, ...pageParam } }).queryFn({ signal }),
    initialPageParam: { page: FIRST_PAGE, limit: PAGE_SIZE },
    getNextPageParam: ({ rows, total, has_more_than_total: hasMore }, _, { page, limit }) => {
      const shown = page * limit
      if (rows.length < limit || (shown >= total && !hasMore)) return undefined
      const next = Math.min(shown, LARGEST_PAGE)
      return { page: shown / next + 1, limit: next }
    },
    select: joined<Row>,
  })
}

/** Joins the pages; a row that moved to a later page while loading appears once. */
export function joined<Row extends { id: number }>({ pages }: InfiniteData<ListAnswer<Row>>) {
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.id, row] as const)))
  const last = pages.at(-1)
  return {
    rows: [...rows.values()],
    total: last?.total ?? 0,
    has_more_than_total: last?.has_more_than_total ?? false,
    ...(last?.tooSlow !== undefined && { tooSlow: last.tooSlow }),
  }
}
