import { sql } from 'kysely'
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
