import { compareEditions } from 'rules/compare-editions'
import type { ContentSetFile } from 'contract/content-format'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { otherChanges } from '#features/content/sets/other-changes.ts'

/** A statement that only moved to another element counts as changed. */
export function changesOf(before: ContentSetFile, after: ContentSetFile) {
  const { added, changed, removed, moved } = compareEditions(before, after)
  const different = new Set([...changed, ...moved].map(({ key }) => key))
  return {
    added: added.length,
    changed: different.size,
    removed: removed.length,
    other_changes: otherChanges(draftOfFile(before, UNTOLD), draftOfFile(after, UNTOLD)),
  }
}

/** A file does not say what it is for: that stays as it is. */
const UNTOLD = {
  year_from: null,
  year_to: null,
  offers_self_assessment: true,
  offers_certification: true,
}

export const NO_CHANGES = { added: 0, changed: 0, removed: 0, other_changes: [] }
