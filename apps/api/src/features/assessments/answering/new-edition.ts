import type { Overview } from 'contract/assessments'
import { sql } from 'kysely'
import type { App, Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { changesBetween, countsOf } from '#features/content/edition-changes.ts'
import { CLOSED } from '#features/assessments/require-open.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'

type Moving = Pick<Assessment, 'content_set_id' | 'year' | 'type' | 'status'>

/** The edition that the owner of an assessment could move it to, with what it would change. */
export async function newEditionFor(
  db: Db,
  { frozen }: Pick<App, 'frozen'>,
  scope: Scope,
  assessment: Moving,
): Promise<Overview['new_edition']> {
  if (CLOSED.has(assessment.status)) return null
  const later = await listLaterEditions(db, scope, assessment)
  const [newest] = later
  if (!newest) return null
  const changes = await changesBetween(frozen, db, scope, assessment.content_set_id, newest.id)
  const { moved: _, ...counts } = countsOf(changes)
  const texts = later.toReversed().map((edition) => edition.what_changed ?? '')
  return {
    content_set_id: newest.id,
    version: newest.version,
    what_changed: texts.filter((text) => text !== '').join('\n\n') || null,
    ...counts,
  }
}

type Later = { id: number; version: number; what_changed: string | null }

/**
 * The editions after an assessment's own, up to the newest in force for its year and type, newest first. An edition to
 * which assessments are still being moved doesn't count.
 */
async function listLaterEditions(
  db: Db,
  { tenantId }: Scope,
  { content_set_id, year, type }: Moving,
): Promise<Later[]> {
  const isOffered =
    type === 'certification' ? sql`c.offers_certification` : sql`c.offers_self_assessment`
  const { rows } = await sql<Later>`
    with own as (select * from content_sets c where c.tenant_id = ${tenantId} and c.id = ${content_set_id}),
    newest as (
      select max(c.version) as version
      from content_sets c join own on own.family_id = c.family_id and own.version < c.version
      where c.tenant_id = ${tenantId} and c.status = 'published' and ${isOffered}
        and c.year_from <= ${year} and (c.year_to is null or c.year_to >= ${year})
        and not (c.based_on = own.id and exists (select from edition_moves m
          where m.tenant_id = c.tenant_id and m.content_set_id = c.id and m.ended_at is null))
    )
    select c.id, c.version, c.what_changed from content_sets c, own, newest
    where c.tenant_id = ${tenantId} and c.family_id = own.family_id
      and c.version > own.version and c.version <= newest.version
    order by c.version desc`.execute(db)
  return rows
}
