import { type ContentExport, contentExports } from 'contract/content-exports'
import { type SignedInContext, platformScopeOf } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { handleDetached, type Server } from '#core/handle.ts'
import { withTenants } from '#db/pools.ts'
import { idsInFullView } from '#support/tenant-scope.ts'
import { getExport, getFile } from './exports.queries.ts'
import { attachment } from './file-name.ts'
import { startExport } from './start-export.ts'

const TYPES = {
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

// Detached: files are long, and each call opens the transactions of the organisation whose set it is about.
export function contentExportRoutes(server: Server): void {
  handleDetached(server, contentExports.start, async ({ params, body }, context) =>
    startExport(context, params.id, body.format),
  )
  handleDetached(server, contentExports.get, async ({ params }, context) =>
    showExport(context, params.id),
  )
  handleDetached(server, contentExports.file, async ({ params }, context) =>
    showFile(context, params.id),
  )
}

async function showExport(context: SignedInContext, id: number): Promise<ContentExport> {
  const now = context.app.adapters.now()
  const ids = await idsInFullView(context)
  return await withTenants(context.app.pools, ids, (db) =>
    getExport(db, platformScopeOf(ids), id, now),
  )
}

/** The file, for whoever could have the set exported as well. */
async function showFile(context: SignedInContext, id: number): Promise<Buffer> {
  const now = context.app.adapters.now()
  const ids = await idsInFullView(context)
  const scope = platformScopeOf(ids)
  const { name, format, file } = await withTenants(context.app.pools, ids, async (db) => ({
    ...(await getExport(db, scope, id, now)),
    ...(await getFile(db, scope, id)),
  }))
  if (!file) throw new ApiError('conflict', 'This file is not ready.')
  context.reply.type(TYPES[format]).header('content-disposition', attachment(name))
  return file
}
