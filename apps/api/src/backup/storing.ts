import { hash } from 'node:crypto'
import type { Files } from '#adapters/files.ts'
import type { Manifest } from './contents.ts'
import { damaged } from './damaged.ts'
import type { ArchivedFile } from './read-tar.ts'

/** Larger than any piece that Waymark stores. */
const MOST_FILE = 16 * 1024 * 1024
/** Of JSON: the manifest lists every file. */
const MOST_JSON = 256 * 1024 * 1024

/** Stores files, and removes the new ones if the rest fails. */
export function storeFiles(files: Pick<Files, 'has' | 'put' | 'remove'>) {
  const sums: Manifest['files'] = {}
  const created: string[] = []
  return {
    sums,
    add: async (key: string, file: ArchivedFile) => {
      if (key in sums) throw damaged()
      const bytes = await bytesOf(file, MOST_FILE)
      if (!(await files.has(key))) created.push(key)
      await files.put(key, bytes)
      sums[key] = { sha256: hash('sha256', bytes), bytes: bytes.length }
    },
    undo: async () => {
      for (const key of created) await files.remove(key).catch(() => {})
    },
  }
}

/** A file with JSON. */
export async function bytesOf({ size, chunks }: ArchivedFile, most = MOST_JSON): Promise<Buffer> {
  if (size > most) throw damaged()
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

export function parseJson<T>(schema: { parse: (value: unknown) => T }, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw damaged(error)
  }
}

/** The disk of the database, or of the files, whose store wraps the error. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === '53100' || code === 'ENOSPC' || isFull(error.cause)
}

/** Values that don't fit their columns, rows without the rows that they refer to, and statements that don't fit the schema. */
export function isOfRows(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(2[23]|42|54)...$/.test(code)
}
