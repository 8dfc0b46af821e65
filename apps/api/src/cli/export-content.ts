import { writeFile } from 'node:fs/promises'
import { scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { ApiError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { withTenant } from '#db/pools.ts'
import { exportContentSet } from '#features/content/export-content-set.ts'
import { writeContentJson } from '#features/content/files/write-content-json.ts'
import { writeContentWorkbook } from '#features/content/files/write-content-workbook.ts'
import { findTenant } from './find-tenant.ts'
import { withInstallation } from './open-installation.ts'

export type ContentExport = {
  id: number
  tenant: string
  format: 'json' | 'xlsx'
  out: string | undefined
}

/** Writes a content set as a file of exchange; without a file name its bytes are the answer. */
export async function exportContent(
  env: Env,
  { id, tenant, format, out }: ContentExport,
): Promise<string | Uint8Array> {
  const set = await withInstallation(env, async (pools) => {
    const { id: tenantId, domain } = await findTenant(pools, tenant)
    return await withTenant(pools, tenantId, (db) =>
      exportContentSet(db, scopeOf(tenantId), id),
    ).catch((error: unknown) => {
      const isMissing = error instanceof ApiError && error.code === 'not-found'
      throw isMissing ? new StartError(`${domain} has no content set ${id}.`) : error
    })
  })
  const bytes =
    format === 'json' ? Buffer.from(writeContentJson(set)) : await writeContentWorkbook(set)
  if (out === undefined) return bytes
  await writeFile(out, bytes)
  return `Wrote "${set.title}" to ${out}.`
}
