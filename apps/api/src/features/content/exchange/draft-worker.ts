import type { ContentSetFile } from 'contract/content-format'
import type { DraftHead } from 'contract/draft'
import { type InForce, draftOfFile } from '#features/content/draft-of-file.ts'

/** `elements` is JSON, because it is written as it is. */
export type WrittenDraft = { head: DraftHead; elements: string }

/** Turns a file into a draft, in a thread. */
export function run({ file, inForce }: { file: string; inForce: InForce }): WrittenDraft {
  const { head, elements } = draftOfFile(JSON.parse(file) as ContentSetFile, inForce)
  return { head, elements: JSON.stringify(elements) }
}
