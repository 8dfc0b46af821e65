import type { AuditAction } from 'contract/audit-labels'
import { type Scope, type SignedInContext, scopeOf } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { allows } from '#core/permissions.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import {
  idsInFullView,
  inVisibleAndPlatform,
  isPlatformGod,
  requireEditor,
} from '#support/tenant-scope.ts'
import {
  type ContentSetRow,
  findName,
  findOwner,
  getRow,
  lockRow,
} from '#features/content/drafts/drafts.queries.ts'

/** Works in the organisation of a content set in view, or at the platform's own; any other does not exist. */
export async function inContentSet<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope, set: ContentSetRow) => Promise<T>,
): Promise<T> {
  return await inOwnerOf(context, id, async (db, scope) =>
    work(db, scope, await getRow(db, scope, id)),
  )
}

/** As `inContentSet`, for whoever may change it: the set is held until they are done. */
export async function changeContentSet<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope, set: ContentSetRow) => Promise<T>,
): Promise<T> {
  requireEditor(context)
  return await inOwnerOf(context, id, async (db, scope) =>
    work(db, scope, await lockRow(db, scope, id)),
  )
}

async function inOwnerOf<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  const owner = await inVisibleAndPlatform(context, (db, scope) => findOwner(db, scope, id))
  if (owner === undefined) throw notFound('content set')
  return await withTenants(context.app.pools, [owner], (db) => work(db, scopeOf(owner)))
}

/** Works where a new content set shall be: the own organisation, or for god-admins any, and the platform. */
export async function inOwner<T>(
  context: SignedInContext,
  tenantId: number = context.tenant.id,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  requireEditor(context)
  if (!(await idsInFullView(context)).includes(tenantId)) throw notFound('organisation')
  return await withTenants(context.app.pools, [tenantId], (db) => work(db, scopeOf(tenantId)))
}

/** Whether whoever asks may write content sets where this one is in view. */
export function isAuthor(context: SignedInContext): boolean {
  const { tenant, actor } = context
  if (tenant.kind === 'platform') return isPlatformGod(context)
  return allows(actor.roles, 'create-concept-set-for-company')
}

export function requireDraft({ status }: ContentSetRow): void {
  if (status !== 'draft')
    throw new ApiError('conflict', 'This content set is published: it does not change any more.', {
      details: { saved_by: null, is_own: false, head: null, elements: [] },
    })
}

/** Whether whoever asks is behind a change, perhaps in another window. */
function isOwn({ actor }: SignedInContext, authorId: number | null): boolean {
  return authorId === actor.id
}

/** Who that is, in the words of an answer. */
export async function saverOf(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  authorId: number | null,
): Promise<{ saved_by: string | null; is_own: boolean }> {
  return { saved_by: await findName(db, scope, authorId), is_own: isOwn(context, authorId) }
}

export async function recordChange(
  db: Db,
  { actor, request }: SignedInContext,
  scope: Scope,
  id: number,
  action: AuditAction,
  details: Record<string, string | number | boolean> = {},
): Promise<void> {
  await recordEvent(db, { scope, actor, request }, action, {
    subject: `content set ${id}`,
    details,
  })
}
