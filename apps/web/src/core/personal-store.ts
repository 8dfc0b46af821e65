import { accessToken } from '#core/session.ts'

/** Whose token would be sent now; another tab may have signed somebody else in. */
export function signedInId() {
  const claims = accessToken()?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
  if (claims === undefined) return null
  const { sub } = JSON.parse(atob(claims)) as { sub?: string }
  return Number(sub)
}

/** The database of one person's unsaved drafts; each host, and so each organisation, has its own. */
export function draftCopiesOf(userId: number) {
  return `waymark-drafts ${userId}`
}

/** Whoever signs out leaves none of their words on the device. */
export function forgetDraftCopies(userId: number) {
  const name = draftCopiesOf(userId)
  indexedDB.deleteDatabase(name)
  for (const key of lastWordsIn(name)) localStorage.removeItem(key)
}

/** The keys of what pages said last before they went away, as `last-words.ts` keeps it. */
export function lastWordsIn(database: string) {
  return Object.keys(localStorage).filter((key) => key.startsWith(`${database} `))
}
