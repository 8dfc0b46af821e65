import { CONTENT_LIMITS } from 'contract/content-limits'
import type { DraftFault } from 'contract/draft'
import { faultsOfDraft } from 'contract/draft-faults'
import type { DraftText } from '#features/content/read-draft.queries.ts'

type Elements = Parameters<typeof faultsOfDraft>[1]

/** What is missing before a draft can be published. Runs in a thread, because an empty draft has very many faults. */
export function run({ head, elements }: DraftText): DraftFault[] {
  const stored = JSON.parse(elements) as Elements
  return faultsOfDraft(head, stored).slice(0, CONTENT_LIMITS.listedFaults)
}
