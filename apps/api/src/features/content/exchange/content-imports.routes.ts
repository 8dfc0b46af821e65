import { type ContentImport, contentImports } from 'contract/content-imports'
import { type Server, handleDetached } from '#core/handle.ts'
import { startImport } from './start-import.ts'
import {
  type Scope,
  type SignedInContext,
  type Db,
  platformScopeOf,
  scopeOf,
} from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { idsInFullView, requireEditor } from '#support/tenant-scope.ts'
import { changeImport, deleteImport, getImport, lockImport } from './imports.queries.ts'
import { writeImport } from './write-import.ts'

// Detached: files are long, and each opens transactions of the set's organisation.
export function contentImportRoutes(server: Server): void {
  handleDetached(server, contentImports.start, ({ body }, context) => startImport(context, body))
  handleDetached(server, contentImports.get, ({ params }, context) =>
    showImport(context, params.id),
  )
  handleDetached(server, contentImports.accept, ({ params }, context) =>
    acceptImport(context, params.id),
  )
  handleDetached(server, contentImports.discard, ({ params }, context) =>
    inImport(context, params.id, (db, scope) => deleteImport(db, scope, params.id)),
  )
}

/** Responses of the largest draft that is written during the request. */
const MOST_RESPONSES = 5000

async function showImport(context: SignedInContext, id: number): Promise<ContentImport> {
  const ids = await idsInFullView(context)
  return await withTenants(context.app.pools, ids, (db) => getImport(db, platformScopeOf(ids), id))
}

/** Creates the draft once, however often it is accepted. */
async function acceptImport(context: SignedInContext, id: number): Promise<ContentImport> {
  return await inImport(context, id, async (db, scope) => {
    const found = await lockImport(db, scope, id)
    if (!found || found.preview === null || found.status === 'reading')
      throw new ApiError('conflict', 'This import has no content for a draft.')
    if (found.status === 'ready' || found.status === 'failed') {
      await recordEvent(db, { ...context, scope }, 'content_import.accepted', {
        subject: `content import ${id}`,
        details: { file: found.name, title: found.preview.title },
      })
      await changeImport(db, scope, id, found.status, {
        status: 'writing',
        progress: 0,
        faults: [],
      })
      if (found.preview.responses > MOST_RESPONSES)
        await context.app.jobs.enqueue(db, 'import', { tenantId: scope.tenantId, id })
      else await writeImport(db, scope, id, context.app.adapters.now())
    }
    return await getImport(db, platformScopeOf([scope.tenantId]), id)
  })
}

async function inImport<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  requireEditor(context)
  const { tenant } = await showImport(context, id)
  return await withTenants(context.app.pools, [tenant.id], (db) => work(db, scopeOf(tenant.id)))
}
