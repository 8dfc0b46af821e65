import type { AuditAction } from 'contract/audit-labels'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { allows } from '#core/permissions.ts'
import { withTenants } from '#db/pools.ts'
import { type AuditDetails, recordEvent } from '#support/audit.queries.ts'
import { findTenantOf } from '#support/tenants.queries.ts'
import {
  visibleTenantIdsAndPlatform,
  inVisibleAndPlatform,
  isPlatformGod,
  requireEditor,
} from '#support/tenant-scope.ts'
import {
  type ContentSetRow,
  findName,
  getRow,
  lockRow,
} from '#features/content/drafts/drafts.queries.ts'

type Work<T> = (db: Db, scope: Scope, set: ContentSetRow) => Promise<T>

/** Works in the organisation of a content set in view. Any other set is not found. */
export async function inContentSet<T>(
  context: SignedInContext,
  id: number,
  work: Work<T>,
  getSet = getRow,
): Promise<T> {
  const owner = await inVisibleAndPlatform(context, (db, scope) =>
    findTenantOf(db, scope, 'content_sets', id),
  )
  if (owner === undefined) throw notFound('content set')
  return await withTenants(context.app.pools, [owner], async (db) =>
    work(db, scopeOf(owner), await getSet(db, scopeOf(owner), id)),
  )
}

/** As `inContentSet`, for editors: the row is locked until they are done. */
export async function changeContentSet<T>(context: SignedInContext, id: number, work: Work<T>) {
  requireEditor(context)
  return await inContentSet(context, id, work, lockRow)
}

/** Works in the organisation of a new content set: the editor's own, or for god-admins any and the platform. */
export async function inOwner<T>(
  context: SignedInContext,
  tenantId: number = context.tenant.id,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  requireEditor(context)
  if (!(await visibleTenantIdsAndPlatform(context)).includes(tenantId))
    throw notFound('organisation')
  return await withTenants(context.app.pools, [tenantId], (db) => work(db, scopeOf(tenantId)))
}

export function isAuthor(context: SignedInContext): boolean {
  const { tenant, actor } = context
  if (tenant.kind === 'platform') return isPlatformGod(context)
  return allows(actor.roles, 'create-concept-set-for-company')
}

export function requireDraft({ status }: ContentSetRow): void {
  if (status !== 'draft')
    throw new ApiError(
      'conflict',
      'This version is no longer a draft, so you can’t change it. Create a new version instead.',
      {
        details: { saved_by: null, is_own: false, head: null, elements: [] },
      },
    )
}

export async function saverOf(db: Db, { actor }: SignedInContext, scope: Scope, id: number | null) {
  return { saved_by: await findName(db, scope, id), is_own: id === actor.id }
}

export async function recordChange(
  db: Db,
  { actor, request }: SignedInContext,
  scope: Scope,
  id: number,
  action: AuditAction,
  details: AuditDetails = {},
) {
  const subject = `content set ${id}`
  await recordEvent(db, { scope, actor, request }, action, { subject, details })
}
