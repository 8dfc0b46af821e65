import { formatSize } from 'contract/file-size'
import { plural } from 'rules/plural'
import { unpackArchive } from '#backup/archive.ts'
import { openArchive } from '#backup/archive-store.ts'
import { missingLines } from '#backup/missing-files.ts'
import { verifyArchive } from '#backup/verify-archive.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#read-env.ts'
import { type Backup, listBackups } from '#support/backups.queries.ts'
import { withInstallation } from './open-installation.ts'
import { type Column, printDone, printRows, timeText } from './print-rows.ts'
import { readKey } from './read-key.ts'

/** Says whether an archive is unchanged, and which file parts it lacks. */
export async function verifyCommand(
  file: string,
  { key: keyFile, json }: { key?: string; json: boolean },
  variables: NodeJS.ProcessEnv,
): Promise<string> {
  const key = keyFile === undefined ? undefined : await readKey(keyFile)
  const { store, name } = await openArchive(file, readEnv(variables))
  const { header, manifest } = await verifyArchive(unpackArchive(await store.read(name), key))
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  const parts = Object.values(manifest.files)
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const { waymark, created_at } = header
  const label = 'tenant' in header ? header.tenant.domain : null
  const what = label === null ? 'backup' : 'export'
  const contents = [
    plural(rows, { one: '# row', other: '# rows' }),
    plural(parts.length, { one: '# file part', other: '# file parts' }),
  ].join(' and ')
  const said = [
    `This ${what}${label === null ? '' : ` of ${label}`} is undamaged. Waymark ${waymark} created it at ${timeText(created_at)} UTC. It contains ${contents} (${formatSize(bytes)}).`,
    ...missingLines(manifest, what),
  ].join('\n')
  const done = { kind: what, label, created_at, waymark, rows, file_parts: parts.length }
  return printDone(json, said, { ...done, file_bytes: bytes, missing: manifest.missing })
}

const MOST = 1000

export async function listCommand(
  { json }: { json: boolean },
  variables: NodeJS.ProcessEnv,
): Promise<string> {
  const backups = await withInstallation(readEnv(variables), (pools) =>
    withTenants(pools, [], (db) => listBackups(db, MOST)),
  )
  const rows = backups.map(({ id: _, ...backup }) => backup)
  return printRows(rows, { isJson: json, columns: COLUMNS, none: 'There are no backups yet.' })
}

const COLUMNS: Column<Omit<Backup, 'id'>>[] = [
  ['started (UTC)', ({ started_at }) => timeText(started_at)],
  ['by', ({ is_scheduled }) => (is_scheduled ? 'schedule' : 'command')],
  ['took', tookText],
  ['size', ({ bytes }) => (bytes === null ? '' : formatSize(bytes))],
  ['result', ({ bytes, error }) => error ?? (bytes === null ? 'running' : 'complete')],
  ['place', ({ place }) => place],
]

function tookText({ started_at, finished_at }: Pick<Backup, 'started_at' | 'finished_at'>): string {
  if (finished_at === null) return ''
  return `${Math.ceil((Date.parse(finished_at) - Date.parse(started_at)) / 1000)} s`
}
