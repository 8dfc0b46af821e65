import type { ListedStatus } from 'contract/enumerations'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { FIRST_PAGE, MAX_ROWS } from 'contract/list-sizes'
import type { ListedContentSet } from 'contract/content-sets'
import { api } from '#core/api.ts'
import { listed } from '#features/lists/list-search.ts'
import { joined } from '#features/lists/use-list.ts'

interface ContentSetSearch {
  title?: string | undefined
  tenant_id?: number | undefined
  status?: ListedStatus[] | undefined
  sort?: string | undefined
}

export const FIRST_ROW = { query: { limit: 1 } }

/** The address of this list has no `page`, so it grows on one page. */
export function contentSetsQuery(search: ContentSetSearch) {
  return infiniteQueryOptions({
    queryKey: [...api.contentSets.list.key, 'all', search],
    queryFn: ({ pageParam, signal }) =>
      api.contentSets.list
        .query({ query: { ...listed(search), page: pageParam, limit: MAX_ROWS } })
        .queryFn({ signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, pages) =>
      pages.length * MAX_ROWS < total ? pages.length + 1 : undefined,
    select: joined<ListedContentSet>,
  })
}
