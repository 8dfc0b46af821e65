import { compareEditions } from 'contract/compare-editions'
import type { ContentSetFile } from 'contract/content-format'

/** A statement that only moved to another element counts as changed. */
export function changesOf(before: ContentSetFile, after: ContentSetFile) {
  const { added, changed, removed, moved } = compareEditions(before, after)
  const different = new Set([...changed, ...moved].map(({ key }) => key))
  return { added: added.length, changed: different.size, removed: removed.length }
}

export const NO_CHANGES = { added: 0, changed: 0, removed: 0 }
