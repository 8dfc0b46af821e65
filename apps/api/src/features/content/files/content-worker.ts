import { cleanLine } from 'contract/clean-text'
import type { ContentImport, ImportFindings } from 'contract/content-imports'
import type { ContentSetFile, Fault } from 'contract/content-format'
import { compareEditions } from 'rules/compare-editions'
import { keepKeys } from 'rules/same-keys'
import { readNamedFile } from './read-content.ts'
import type { Given } from './read-other.ts'
import { draftOfFile, inForceFrom } from '#features/content/draft-of-file.ts'
import { NO_CHANGES, otherChanges } from '#features/content/sets/other-changes.ts'
import { summaryOf } from '#features/content/sets/set-summary.ts'

/** `json` is text because an object would be copied part by part. `count` is the number of all faults. */
export type FileRead = (
  | { json: string; preview: NonNullable<ContentImport['preview']> }
  | { faults: Fault[]; count: number }
) & { findings?: ImportFindings }

type Job = Pick<Given, 'choices' | 'other'> & {
  name: string
  bytes: Uint8Array
  before?: ContentSetFile | undefined
}

const MAX_FAULTS = 1000

/** Runs in a thread. */
export async function run(
  { name, bytes, before, ...given }: Job,
  report: (percent: number) => void,
): Promise<FileRead> {
  const read = await readNamedFile(name, Buffer.from(bytes), report, given)
  const found = read.findings && { findings: read.findings }
  if ('faults' in read) {
    const { faults } = read
    return { faults: faults.slice(0, MAX_FAULTS).map(readable), count: faults.length, ...found }
  }
  if (before) keepKeys(before, read.set)
  const changes = before ? changesOf(before, read.set) : NO_CHANGES
  const preview = { ...summaryOf(read.set), ...changes, ignored_sheets: read.ignored ?? [] }
  return { json: JSON.stringify(read.set), preview, ...found }
}

const LONGEST_FAULT = 1000

/** Faults quote parts of the file, which can be long and have characters that can't be stored. */
function readable({ place, message }: Fault): Fault {
  const clean = (text: string) => cleanLine(text.slice(0, LONGEST_FAULT))
  return { place: clean(place) || 'File', message: clean(message) }
}

/** A file has no years and types, so they stay as they are. */
const ANY_YEAR = inForceFrom(null)

/** A statement that only moved to another element counts as changed. */
function changesOf(before: ContentSetFile, after: ContentSetFile) {
  const { added, changed, removed, moved } = compareEditions(before, after)
  const different = new Set([...changed, ...moved].map(({ key }) => key))
  return {
    added: added.length,
    changed: different.size,
    removed: removed.length,
    other_changes: otherChanges(draftOfFile(before, ANY_YEAR), draftOfFile(after, ANY_YEAR)),
  }
}
