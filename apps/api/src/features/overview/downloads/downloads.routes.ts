import { Readable } from 'node:stream'
import { type LastDownload, downloads } from 'contract/downloads'
import type { SignedInContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'
import { requireConfirmation } from '#features/identity/confirm-owner.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { type Limit, limitAttempts, limitExports } from '#support/limit-attempts.ts'
import { PIECE_BYTES } from './store-zip.ts'
import { expiryOf, findDownload, insertDownload } from './downloads.queries.ts'

/** Each one reads everything and stores a copy. */
const LIMIT: Limit = { name: 'data download', most: 5, windowSeconds: 3600 }

export function downloadRoutes(server: Server): void {
  handle(server, downloads.own, (_, context) => show(context, false))
  handle(server, downloads.whole, (_, context) => show(context, true))
  handleDetached(server, downloads.startOwn, (_, context) => start(context, false))
  handleDetached(server, downloads.startWhole, (_, context) => start(context, true))
  handleDetached(server, downloads.ownFile, (_, context) => send(context, false))
  handleDetached(server, downloads.wholeFile, (_, context) => send(context, true))
}

type Opened = SignedInContext & { db: Parameters<typeof findDownload>[0] }

async function show(context: Opened, isWhole: boolean): Promise<LastDownload> {
  const { db, scope, actor, app } = context
  const whose = { userId: actor.id, isWhole }
  return present(await findDownload(db, scope, whose, app.adapters.now()))
}

function present(found: Awaited<ReturnType<typeof findDownload>>): LastDownload {
  if (!found) return { download: null }
  const { status, bytes, missing_files, created_at } = found
  const expires_at = status === 'ready' ? expiryOf(found) : null
  return { download: { status, bytes, missing_files, created_at, expires_at } }
}

/** While one is being prepared, no other starts. */
async function start(context: SignedInContext, isWhole: boolean): Promise<LastDownload> {
  const { scope, actor, app, inTenant } = context
  const now = app.adapters.now()
  const whose = { userId: actor.id, isWhole }
  const running = await inTenant(async (db) => {
    await requireConfirmation(db, context)
    const found = await findDownload(db, scope, whose, now)
    return found?.status === 'making' ? found : undefined
  })
  if (running) return present(running)
  await limitAttempts(context, LIMIT, `user ${actor.id}`, () => ({ actor }))
  return await inTenant(async (db) => {
    const id = await insertDownload(db, scope, whose, now)
    await recordEvent(db, context, isWhole ? 'organisation_data.requested' : 'own_data.requested')
    await app.jobs.enqueue(db, 'download', { tenantId: scope.tenantId, id })
    return present(await findDownload(db, scope, whose, now))
  })
}

async function send(context: SignedInContext, isWhole: boolean): Promise<Readable> {
  const { scope, actor, app, inTenant, tenant, reply } = context
  const now = app.adapters.now()
  return await limitExports(context, async () => {
    const stored = await inTenant(async (db) => {
      await requireConfirmation(db, context)
      const found = await findDownload(db, scope, { userId: actor.id, isWhole }, now)
      if (found?.status !== 'ready' || !found.file_id || found.bytes === null)
        throw notFound('download')
      await recordEvent(
        db,
        context,
        isWhole ? 'organisation_data.downloaded' : 'own_data.downloaded',
      )
      const { file_id, pieces, bytes: size, created_at } = found
      return { file_id, pieces, size, created_at }
    })
    const day = stored.created_at.slice(0, 10)
    const name = `${tenant.domain}-${isWhole ? 'everything' : 'my-data'}-${day}.zip`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    reply.header('content-length', stored.size)
    const parts = { ...stored, tenant_id: scope.tenantId, piece_bytes: PIECE_BYTES }
    return Readable.from(readPieces(app.adapters.files, parts), { objectMode: false })
  })
}
