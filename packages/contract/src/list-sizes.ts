/** Default page and page size (specification, section 9). */
export const FIRST_PAGE = 1
export const PAGE_SIZE = 10
export const PAGE_SIZES = [10, 25, 50, 100] as const

/** Highest page, and most rows of a page. */
export const LAST_PAGE = 99_999
export const MAX_ROWS = 100

/** Stalled assessments are counted up to this number. */
export const MAX_STALLED = 100

/** Days for which a sent email is listed. */
export const SENT_MAIL_DAYS = 30

/** Actions in the plan of an assessment, so that it is one list. */
export const MOST_ACTIONS = 2000

/** Characters of a planned action. */
export const ACTION_LENGTHS = { title: 500, note: 2000 } as const
