import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { parseArgs } from 'node:util'
import { scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { ApiError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { withTenant } from '#db/pools.ts'
import { readEnv } from '#env.ts'
import { exportContentSet } from '#features/content/read-draft.ts'
import { writeContentJson } from '#features/content/files/write-content-json.ts'
import { writeContentWorkbook } from '#features/content/files/write-content-workbook.ts'
import { findTenant } from './find-tenant.ts'
import { importContent } from './import-content.ts'
import { withInstallation } from './open-installation.ts'

type ContentExport = {
  id: number
  tenant: string
  format: 'json' | 'xlsx'
  out: string | undefined
}

const USAGE = `Usage:
  npm run content -- import FILE --tenant LABEL [--publish]
  npm run content -- export ID --tenant LABEL [--format json|xlsx] [--out FILE]`

/** Returns the text to print, or the bytes of a file. */
export async function contentCommand(args: string[], variables: NodeJS.ProcessEnv) {
  if (args.includes('--help')) return USAGE
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      publish: { type: 'boolean', default: false },
      format: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const [verb, what, ...more] = positionals
  const { tenant, publish, out } = values
  if (!what || !tenant || more.length > 0) throw new StartError(USAGE)
  if (verb === 'import')
    return await importContent(readEnv(variables), { file: what, tenant, isPublished: publish })
  if (verb !== 'export' || !/^[1-9]\d{0,15}$/.test(what)) throw new StartError(USAGE)
  const format = formatOf(values.format ?? extname(out ?? 'content.json').slice(1))
  return await exportContent(readEnv(variables), { id: Number(what), tenant, format, out })
}

function formatOf(name: string): 'json' | 'xlsx' {
  if (name === 'json' || name === 'xlsx') return name
  throw new StartError(USAGE)
}

/** Writes to a file, or returns the bytes if there is no file name. */
async function exportContent(env: Env, { id, tenant, format, out }: ContentExport) {
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
