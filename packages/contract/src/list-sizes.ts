/** The specification, section 9: default page and page size. */
export const FIRST_PAGE = 1
export const PAGE_SIZE = 10
export const PAGE_SIZES = [10, 25, 50, 100] as const

/** A list has no more pages than this, and a page no more rows. */
export const LAST_PAGE = 99_999
export const MOST_ROWS = 100

/** No more is counted of what has stalled. */
export const MOST_STALLED = 100
