import { hash } from 'node:crypto'
import type { Files } from '#adapters/files.ts'
import type { Entry } from './archive.ts'
import type { Manifest } from './contents.ts'
import { readFile } from './reading.ts'

/** The stored files as entries of an archive. Adds their checksums to the manifest. */
export async function* addFiles(
  files: Files,
  keys: readonly string[],
  manifest: Pick<Manifest, 'files' | 'missing'>,
): AsyncGenerator<Entry> {
  for (const key of keys) {
    const bytes = await readFile(files, key)
    if (!bytes) manifest.missing.push(key)
    if (!bytes) continue
    manifest.files[key] = { sha256: hash('sha256', bytes), bytes: bytes.length }
    yield { name: `files/${key}`, bytes }
  }
}
