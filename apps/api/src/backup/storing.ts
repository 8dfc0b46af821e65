import { hash } from 'node:crypto'
import type { Files } from '#adapters/files.ts'
import { damaged } from './archive.ts'
import type { Manifest } from './contents.ts'

/** Stores files, and removes the new ones if the rest fails. */
export function storeFiles(files: Files) {
  const sums: Manifest['files'] = {}
  const created: string[] = []
  return {
    sums,
    add: async (key: string, bytes: Buffer) => {
      if (!(await files.has(key))) created.push(key)
      await files.put(key, bytes)
      sums[key] = { sha256: hash('sha256', bytes), bytes: bytes.length }
    },
    undo: async () => {
      for (const key of created) await files.remove(key).catch(() => {})
    },
  }
}

/** An entry with JSON. */
export function parseEntry<T>(schema: { parse: (value: unknown) => T }, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw damaged()
  }
}

/** The disk of the database, or of the files, whose store wraps the error. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === '53100' || code === 'ENOSPC' || isFull(error.cause)
}

/** Values that don't fit their columns, or rows without the rows that they refer to. */
export function isOfRows(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]...$/.test(code)
}
