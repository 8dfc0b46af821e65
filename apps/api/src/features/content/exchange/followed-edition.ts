import type { Scope } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'

/** The newest edition of a family, for a draft that follows it: there may be only one such draft at a time. */
export async function findFollowed(db: Db, { tenantId }: Scope, familyId: number) {
  const newest = await db
    .selectFrom('content_sets')
    .select(['id', 'family_id', 'version', 'template_id', 'template_family_id', 'status'])
    .select(['year_from', 'year_to', 'offers_self_assessment', 'offers_certification'])
    .where('tenant_id', '=', tenantId)
    .where('family_id', '=', familyId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  if (!newest) throw notFound('content set')
  const { id, family_id, version, template_id, template_family_id, status, ...inForce } = newest
  if (status === 'draft')
    throw new ApiError(
      'conflict',
      'This content set already has a draft. Publish or delete it first.',
    )
  return { edition: { id, family_id, version, template_id, template_family_id }, inForce }
}
