import { FIRST_PAGE, LAST_PAGE, MAX_ROWS } from 'contract/list-sizes'
import { day, type Reader, someText, wholeNumber } from '#core/lenient.ts'

/** Readers of page and page size. */
export const paging = { page: wholeNumber(FIRST_PAGE, LAST_PAGE), limit: wholeNumber(1, MAX_ROWS) }

/** Search text as the API accepts it: limited in length, without control characters. */
export const searchText: Reader<string> = (value) => {
  // The router parses `?name=true` as JSON.
  const isWord = typeof value === 'boolean' || value === null
  // Pasted text may contain tabs and bidirectional control characters.
  const part = someText(isWord ? String(value) : value)
    ?.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()
  return part && part.length <= 254 ? part : undefined
}

/** Readers of what every log is searched by. */
export const logSearch = {
  ...paging,
  search: searchText,
  tenant_id: wholeNumber(1),
  from: day,
  to: day,
}

export interface ListSearch {
  page?: number | undefined
  limit?: number | undefined
  sort?: string | undefined
}

/** A change of filter or sorting goes back to the first page. */
export function changed<Search extends ListSearch>(
  search: Search,
  change: Partial<Search>,
): Search {
  return 'page' in change ? { ...search, ...change } : { ...search, ...change, page: undefined }
}

export type Listed<Search> = {
  [Key in keyof Search]: Search[Key] extends readonly unknown[] | undefined
    ? string | undefined
    : Search[Key]
}

/** The search as an API query; several values are joined in one parameter. */
export function listed<Search extends object>(search: Search) {
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  ) as Listed<Search>
}
