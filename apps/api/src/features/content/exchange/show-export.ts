import type { ContentExport } from 'contract/content-exports'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { inFullView } from '#support/tenant-scope.ts'
import { getExport, getFile } from './exports.queries.ts'
import { attachment } from './file-name.ts'

const TYPES = {
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export async function showExport(context: SignedInContext, id: number): Promise<ContentExport> {
  const now = context.app.adapters.now()
  return await inFullView(context, (db, scope) => getExport(db, scope, id, now))
}

/** The file, for whoever could have the set exported as well. */
export async function showFile(context: SignedInContext, id: number): Promise<Buffer> {
  const now = context.app.adapters.now()
  const { name, format, file } = await inFullView(context, async (db, scope) => ({
    ...(await getExport(db, scope, id, now)),
    ...(await getFile(db, scope, id)),
  }))
  if (!file) throw new ApiError('conflict', 'This file is not ready.')
  context.reply.type(TYPES[format]).header('content-disposition', attachment(name))
  return file
}
