import type { Readable } from 'node:stream'
import { type LastDownload, downloads } from 'contract/downloads'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { sendPieces } from '#features/assessments/send-pieces.ts'
import { requireConfirmation } from '#features/identity/confirm-owner.ts'
import { requireOwnSession } from '#features/identity/own-session.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { type Limit, countExport, limitAttempts, limitRunning } from '#support/limit-attempts.ts'
import { PIECE_BYTES } from './store-zip.ts'
import { expiryOf, findDownload, insertDownload } from './downloads.queries.ts'

/** Each one reads everything and stores a copy. */
const LIMIT: Limit = { name: 'data download', most: 5, windowSeconds: 3600 }

export function downloadRoutes(server: Server): void {
  handle(server, downloads.own, (_, context) => show(context, false))
  handle(server, downloads.whole, (_, context) => show(context, true))
  handleDetached(server, downloads.startOwn, (_, context) => start(context, false))
  handleDetached(server, downloads.startWhole, (_, context) => start(context, true))
  handleDetached(server, downloads.ownLink, ({ params }, context) =>
    link(context, params.id, false),
  )
  handleDetached(server, downloads.wholeLink, ({ params }, context) =>
    link(context, params.id, true),
  )
  handleDetached(server, downloads.ownFile, ({ params }, context) =>
    send(context, params.id, false),
  )
  handleDetached(server, downloads.wholeFile, ({ params }, context) =>
    send(context, params.id, true),
  )
}

type Opened = SignedInContext & { db: Db }

async function show(context: Opened, isWhole: boolean): Promise<LastDownload> {
  const { db, scope, actor, app } = context
  const whose = { userId: actor.id, isWhole }
  return present(await findDownload(db, scope, whose, app.adapters.now()))
}

function present(found: Awaited<ReturnType<typeof findDownload>>): LastDownload {
  if (!found) return { download: null }
  const { id, status, bytes, missing_files, created_at } = found
  const expires_at = status === 'ready' ? expiryOf(found) : null
  return { download: { id, status, bytes, missing_files, created_at, expires_at } }
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

/** The browser saves the file from it piece by piece. Fetched with a header, the file would have to fit into its memory. */
async function link(context: SignedInContext, id: number, isWhole: boolean) {
  const { scope, actor, app, inTenant } = context
  await inTenant(async (db) => {
    await requireConfirmation(db, context)
    await getFile(db, context, id, isWhole)
  })
  await countExport(context)
  await inTenant((db) =>
    recordEvent(db, context, isWhole ? 'organisation_data.downloaded' : 'own_data.downloaded'),
  )
  const { path: pattern } = isWhole ? downloads.wholeFile : downloads.ownFile
  const path = pattern.replace(':id', String(id))
  const claims = { userId: actor.id, tenantId: scope.tenantId, sessionId: actor.sessionId }
  return { path: `${path}?token=${await app.tokens.signLink(claims, `/api${path}`)}` }
}

async function send(context: SignedInContext, id: number, isWhole: boolean): Promise<Readable> {
  const { scope, inTenant, tenant, reply } = context
  const stored = await inTenant(async (db) => {
    await requireOwnSession(db, context)
    return await getFile(db, context, id, isWhole)
  })
  return await limitRunning(context, async () => {
    const day = stored.created_at.slice(0, 10)
    const name = `${tenant.domain}-${isWhole ? 'everything' : 'my-data'}-${day}.zip`
    const parts = { ...stored, tenant_id: scope.tenantId, piece_bytes: PIECE_BYTES }
    const bytes = await sendPieces(context, parts, `"${stored.file_id}"`)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return bytes
  })
}

async function getFile(
  db: Db,
  { scope, actor, app }: SignedInContext,
  id: number,
  isWhole: boolean,
) {
  const whose = { userId: actor.id, isWhole }
  const found = await findDownload(db, scope, whose, app.adapters.now())
  if (found?.id !== id || found.status !== 'ready' || !found.file_id || found.bytes === null)
    throw notFound('download')
  const { file_id, pieces, bytes: size, created_at } = found
  return { file_id, pieces, size, created_at }
}
