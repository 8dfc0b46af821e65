import type { ContentImport } from 'contract/content-imports'
import { type Scope, type SignedInContext, platformScopeOf, scopeOf } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { idsInFullView, requireEditor } from '#support/tenant-scope.ts'
import {
  type Preview,
  type Status,
  changeImport,
  deleteImport,
  getImport,
  lockImport,
} from './imports.queries.ts'
import { writeImport } from './write-import.ts'

/** More than this is written by a job. */
const AT_ONCE = 5000

export async function showImport(context: SignedInContext, id: number): Promise<ContentImport> {
  const ids = await idsInFullView(context)
  return await withTenants(context.app.pools, ids, (db) => getImport(db, platformScopeOf(ids), id))
}

/** Makes the draft that the preview has shown. Accepted twice it is made once. */
export async function acceptImport(context: SignedInContext, id: number): Promise<ContentImport> {
  return await inImport(context, id, async (db, scope) => {
    const found = await lockImport(db, scope, id)
    if (!found || found.preview === null || found.status === 'reading')
      throw new ApiError('conflict', 'There is nothing to make a draft of.')
    if (found.status === 'ready' || found.status === 'failed') {
      await recordEvent(db, { ...context, scope }, 'content_import.accepted', {
        subject: `content import ${id}`,
        details: { file: found.name, title: found.preview.title },
      })
      await begin(db, scope, context, id, found)
    }
    return await getImport(db, platformScopeOf([scope.tenantId]), id)
  })
}

type Found = { status: Status; name: string; preview: Preview | null }

async function begin(
  db: Db,
  scope: Scope,
  { app }: SignedInContext,
  id: number,
  { status, preview }: Found,
) {
  await changeImport(db, scope, id, status, { status: 'writing', progress: 0, faults: [] })
  if ((preview?.responses ?? 0) > AT_ONCE)
    await app.jobs.enqueue(db, 'import', { tenantId: scope.tenantId, id })
  else await writeImport(db, scope, id, app.adapters.now())
}

export async function discardImport(context: SignedInContext, id: number): Promise<void> {
  await inImport(context, id, (db, scope) => deleteImport(db, scope, id))
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
