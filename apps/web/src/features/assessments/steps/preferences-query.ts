import { api } from '#core/api.ts'

/** One request for all elements. Loaded before the player, which would move on without it. */
export const preferencesQuery = { ...api.account.preferences.query(), staleTime: 300_000 }
