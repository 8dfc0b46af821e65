import { plural } from 'rules/plural'
import type { Manifest } from './contents.ts'

type Lost = Pick<Manifest, 'missing'>

const LISTED = 20

/** Undefined if nothing is missing. */
export function missingText({ missing }: Lost, archive: 'backup' | 'export'): string | undefined {
  if (missing.length === 0) return undefined
  return plural(
    missing.length,
    {
      one: '# file part was missing from the file store, so it is not in the {archive}.',
      other: '# file parts were missing from the file store, so they are not in the {archive}.',
    },
    { archive },
  )
}

/** The same for a command line, with the names in the file store. */
export function missingLines(lost: Lost, archive: 'backup' | 'export'): string[] {
  const text = missingText(lost, archive)
  if (text === undefined) return []
  const more = lost.missing.length - LISTED
  const names = lost.missing.slice(0, LISTED).map((key) => `  ${key}`)
  return [text, ...names, ...(more > 0 ? [`  and ${more} more`] : [])]
}
