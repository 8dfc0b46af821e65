import { hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, packArchive, unpackArchive } from '#backup/archive.ts'
import { bytesOf } from '#backup/storing.ts'

/** All files of an archive. */
export async function entriesOf(path: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const file of unpackArchive(createReadStream(path)))
    entries.push({ name: file.name, bytes: await bytesOf(file) })
  return entries
}

/** Writes an archive as Waymark does, with any entries. */
export async function writeEntries(path: string, entries: readonly Entry[]): Promise<string> {
  const archive = await packArchive(
    (async function* () {
      yield* entries
    })(),
  )
  await pipeline(archive, createWriteStream(path))
  return path
}

/** The files below a folder, without the one that tells file stores apart. */
export async function storedIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return names.filter((name) => name !== join(folder, 'id'))
}

type Json = Record<string, unknown>

export function jsonOf(entries: readonly Entry[], name: string): Json {
  const entry = entries.find((one) => one.name === name)
  return JSON.parse(String(entry?.bytes)) as Json
}

/** The same entries with a manifest that fits them, as an attacker makes it. */
export function withManifest(entries: readonly Entry[]): Entry[] {
  const others = entries.filter(({ name }) => !/^(manifest|signature)\.json$/.test(name))
  const sum = (bytes: Buffer) => ({ sha256: hash('sha256', bytes) })
  const part = (...names: string[]) => {
    const found = others.find(({ name }) => names.includes(name))
    return found && sum(found.bytes)
  }
  const manifest = jsonOf(entries, 'manifest.json')
  const { tables } = jsonOf(
    entries,
    others[0]?.name === 'backup.json' ? 'backup.json' : 'organisation.json',
  )
  const rowsOf = (table: string) =>
    Buffer.concat(
      others.filter(({ name }) => name.split('/')[1] === table).map(({ bytes }) => bytes),
    )
  const secrets = part('secrets.json')
  const made = {
    ...manifest,
    header: part('organisation.json', 'backup.json'),
    ...(secrets && { secrets }),
    jobs: part('jobs.json'),
    tables: Object.fromEntries(
      Object.keys(tables ?? {}).map((table) => {
        const rows = rowsOf(table)
        return [table, { rows: rows.filter((byte) => byte === 10).length, ...sum(rows) }]
      }),
    ),
    files: Object.fromEntries(
      others
        .filter(({ name }) => name.startsWith('files/'))
        .map(({ name, bytes }) => [
          name.slice('files/'.length),
          { ...sum(bytes), bytes: bytes.length },
        ]),
    ),
  }
  return [...others, { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(made)) }]
}
