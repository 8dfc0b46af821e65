import { FIRST_PAGE, LAST_PAGE, MOST_ROWS } from 'contract/list-sizes'
import { type Reader, someText, wholeNumber } from '#core/lenient.ts'

/** Readers of page and page size (the specification, sections 2 and 5). */
export const paging = { page: wholeNumber(FIRST_PAGE, LAST_PAGE), limit: wholeNumber(1, MOST_ROWS) }

/** A part of a word to look for, as the API takes it: of some length, without what cannot be seen. */
export const partOfText: Reader<string> = (value) => {
  // The router hands `?name=true` over as what it means in JSON; it is a word to look for.
  const isWord = typeof value === 'boolean' || value === null
  // Pasted texts bring tabs along, and marks that turn the direction of writing.
  const part = someText(isWord ? String(value) : value)
    ?.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()
  return part && part.length <= 254 ? part : undefined
}

export interface ListSearch {
  page?: number | undefined
  limit?: number | undefined
  sort?: string | undefined
}

/** Something else is looked for: the list begins at its first page again. */
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

/** A search as the API's query: several values stand in one parameter. */
export function listed<Search extends object>(search: Search) {
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  ) as Listed<Search>
}
