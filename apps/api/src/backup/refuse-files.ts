import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Files } from '#adapters/files.ts'
import type { Db } from '#db/scope.ts'
import type { Manifest } from './contents.ts'
import { damaged } from './damaged.ts'

type Attached = { size: number; is_uploading: boolean; keys: string[] }

/** Refuses files that are not of the attachments that were inserted, and sizes that would deceive the storage limit. */
export async function refuseOtherFiles(
  db: Db,
  tenantId: number,
  { files, missing }: Pick<Manifest, 'files' | 'missing'>,
): Promise<void> {
  const { rows } = await sql<Attached>`
    select size, status = 'uploading' as is_uploading,
      array(select concat_ws('/', tenant_id, file_id, piece) from unnest(pieces) piece) as keys
    from attachments where tenant_id = ${tenantId}`.execute(db)
  const known = new Set(rows.flatMap(({ keys }) => keys))
  const lost = new Set(missing)
  const given = [...Object.keys(files), ...lost]
  const hasSize = ({ size, is_uploading, keys }: Attached) => {
    const stored = keys.reduce((sum, key) => sum + (files[key]?.bytes ?? 0), 0)
    return keys.some((key) => lost.has(key)) || (is_uploading ? stored <= size : stored === size)
  }
  if (
    new Set(given).size < known.size ||
    !given.every((key) => known.has(key)) ||
    !rows.every(hasSize)
  )
    throw damaged()
}

type Summed = { sha256: Buffer; keys: string[] }

/** Refuses files that aren’t what was attached, by the checksum of each. */
export async function refuseChangedFiles(
  db: Db,
  files: Pick<Files, 'read'>,
  { tenantId, missing }: { tenantId: number; missing: readonly string[] },
): Promise<void> {
  const { rows } = await sql<Summed>`
    select sha256,
      array(
        select concat_ws('/', tenant_id, file_id, piece)
        from unnest(pieces) with ordinality as p(piece, n) order by n
      ) as keys
    from attachments where tenant_id = ${tenantId} and sha256 is not null`.execute(db)
  const lost = new Set(missing)
  for (const { sha256, keys } of rows) {
    if (keys.some((key) => lost.has(key))) continue
    const digest = createHash('sha256')
    for (const key of keys) for await (const chunk of files.read(key)) digest.update(chunk)
    if (!digest.digest().equals(sha256)) throw damaged()
  }
}
