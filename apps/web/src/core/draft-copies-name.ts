/** The database of one person's unsaved drafts; each host, and so each organisation, has its own. */
export function draftCopiesOf(userId: number) {
  return `waymark-drafts ${userId}`
}

/** Whoever signs out leaves none of their words on the device. */
export function forgetDraftCopies(userId: number) {
  indexedDB.deleteDatabase(draftCopiesOf(userId))
}
