import type { PublishingImpact } from 'contract/editions'
import { countMissingActions } from 'contract/content-limits'
import { compareEditions } from 'rules/compare-editions'
import { keepKeys } from 'rules/same-keys'
import { scriptsWithoutFont } from '#adapters/pdf-fonts.ts'
import { type InForce, draftOfFile, inForceOf } from '#features/content/draft-of-file.ts'
import { mayBeMinor } from '#features/content/edition-changes.ts'
import { editionFileOf } from '#features/content/edition.ts'
import { completeFile, draftOfText } from '#features/content/read-draft.ts'
import { headColumns, partsOf } from '#features/content/sets/import-content-set.ts'
import { otherChanges } from '#features/content/sets/other-changes.ts'
import type { DraftText } from '#features/content/read-draft.queries.ts'

/** `edition` is JSON of the edition that the draft follows. */
type Job = { draft: DraftText; before?: { edition: string; inForce: InForce } | undefined }
type Effects = Pick<
  PublishingImpact,
  'changes' | 'other_changes' | 'missing_actions' | 'scripts_without_font' | 'may_be_minor'
>

/** What publishing a draft writes and changes, in a thread. */
export function run({ draft, before }: Job) {
  const read = completeFile(draftOfText(draft))
  if ('faults' in read) return read
  const { file } = read
  const old = before && editionFileOf(before.edition)
  if (old) keepKeys(old, file)
  const effects: Effects = {
    changes: compareEditions(old ?? { elements: [] }, file),
    other_changes: old
      ? otherChanges(draftOfFile(old, before.inForce), draftOfFile(file, draft.head))
      : [],
    missing_actions: countMissingActions(file.elements),
    scripts_without_font: scriptsWithoutFont(JSON.stringify(file)),
    may_be_minor: old !== undefined && mayBeMinor(old, file),
  }
  return {
    effects,
    edition: { columns: headColumns(file, inForceOf(draft.head)), parts: partsOf(file) },
  }
}
