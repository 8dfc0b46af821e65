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
import { expiryOf, findDataFile, insertFile } from '#support/generated-files.queries.ts'
import { type Limit, countExport, limitAttempts, limitRunning } from '#support/limit-attempts.ts'
import { PIECE_BYTES } from './store-zip.ts'

/** Each one reads everything and stores a copy. */
const LIMIT: Limit = { name: 'data download', most: 5, windowSeconds: 3600 }

export function downloadRoutes(server: Server): void {
  handle(server, downloads.own, (_, context) => show(context, 'own-data'))
  handle(server, downloads.whole, (_, context) => show(context, 'whole-data'))
  handleDetached(server, downloads.startOwn, (_, context) => start(context, 'own-data'))
  handleDetached(server, downloads.startWhole, (_, context) => start(context, 'whole-data'))
  handleDetached(server, downloads.ownLink, ({ params }, context) =>
    link(context, params.id, 'own-data'),
  )
  handleDetached(server, downloads.wholeLink, ({ params }, context) =>
    link(context, params.id, 'whole-data'),
  )
  handleDetached(server, downloads.ownFile, ({ params }, context) =>
    send(context, params.id, 'own-data'),
  )
  handleDetached(server, downloads.wholeFile, ({ params }, context) =>
    send(context, params.id, 'whole-data'),
  )
}

type DataKind = 'own-data' | 'whole-data'

/** In the names of files and audit events. */
const FILES = { 'own-data': 'my-data', 'whole-data': 'everything' }
const EVENTS = { 'own-data': 'own_data', 'whole-data': 'organisation_data' } as const

type Opened = SignedInContext & { db: Db }

async function show(context: Opened, kind: DataKind): Promise<LastDownload> {
  const { db, scope, actor, app } = context
  const wanted = { kind, userId: actor.id, now: app.adapters.now() }
  return present(await findDataFile(db, scope, wanted))
}

function present(found: Awaited<ReturnType<typeof findDataFile>>): LastDownload {
  if (!found) return { download: null }
  const { id, status, bytes, missing_files, created_at } = found
  const expires_at = status === 'ready' ? expiryOf(found) : null
  return { download: { id, status, bytes, missing_files, created_at, expires_at } }
}

/** While one is being prepared, no other starts. */
async function start(context: SignedInContext, kind: DataKind): Promise<LastDownload> {
  const { scope, actor, app, inTenant, tenant } = context
  const now = app.adapters.now()
  const wanted = { kind, userId: actor.id, now }
  const running = await inTenant(async (db) => {
    await requireConfirmation(db, context)
    const found = await findDataFile(db, scope, wanted)
    return found?.status === 'making' ? found : undefined
  })
  if (running) return present(running)
  await limitAttempts(context, LIMIT, `user ${actor.id}`, () => ({ actor }))
  return await inTenant(async (db) => {
    const name = `${tenant.domain}-${FILES[kind]}-${now.toISOString().slice(0, 10)}.zip`
    const { id } = await insertFile(db, scope, { ...wanted, name })
    await recordEvent(db, context, `${EVENTS[kind]}.requested`)
    await app.jobs.enqueue(db, 'download', { tenantId: scope.tenantId, id })
    return present(await findDataFile(db, scope, wanted))
  })
}

/** The browser saves the file from it piece by piece. Fetched with a header, the file would have to fit into its memory. */
async function link(context: SignedInContext, id: number, kind: DataKind) {
  const { scope, actor, app, inTenant } = context
  await inTenant(async (db) => {
    await requireConfirmation(db, context)
    await getStored(db, context, id, kind)
  })
  await countExport(context)
  await inTenant((db) => recordEvent(db, context, `${EVENTS[kind]}.downloaded`))
  const { path: pattern } = kind === 'whole-data' ? downloads.wholeFile : downloads.ownFile
  const path = pattern.replace(':id', String(id))
  const claims = { userId: actor.id, tenantId: scope.tenantId, sessionId: actor.sessionId }
  return { path: `${path}?token=${await app.tokens.signLink(claims, `/api${path}`)}` }
}

async function send(context: SignedInContext, id: number, kind: DataKind): Promise<Readable> {
  const { inTenant, reply } = context
  const { name, ...stored } = await inTenant(async (db) => {
    await requireOwnSession(db, context)
    return await getStored(db, context, id, kind)
  })
  return await limitRunning(context, async () => {
    const bytes = await sendPieces(context, stored, `"${stored.file_id}"`)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return bytes
  })
}

async function getStored(
  db: Db,
  { scope, actor, app }: SignedInContext,
  id: number,
  kind: DataKind,
) {
  const found = await findDataFile(db, scope, { kind, userId: actor.id, now: app.adapters.now() })
  if (found?.id !== id || found.status !== 'ready' || !found.file_id || found.bytes === null)
    throw notFound('download')
  const { name, file_id, pieces, bytes: size } = found
  return { name, file_id, pieces, size, tenant_id: scope.tenantId, piece_bytes: PIECE_BYTES }
}
