import { api } from '#core/api.ts'

/** Always read again: other pages finish the steps. */
export const startQuery = { ...api.start.get.query(), staleTime: 0 }
