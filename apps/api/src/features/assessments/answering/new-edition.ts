import type { Overview } from 'contract/assessments'
import { sql } from 'kysely'
import type { App, Scope } from '#core/context.ts'
import type { Frozen } from '#core/frozen.ts'
import type { Db } from '#db/driver.ts'
import { changesBetween, countsOf } from '#features/content/edition-changes.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'

/** What is in review or certified stays on its edition. */
export const CLOSED = ['in_review', 'certified']

/** The edition that the owner of an assessment could move it to, with what it would change. */
export async function newEditionFor(
  db: Db,
  { frozen }: Pick<App, 'frozen'>,
  scope: Scope,
  assessment: Pick<Assessment, 'content_set_id' | 'year' | 'type' | 'status'>,
): Promise<Overview['new_edition']> {
  return await newestOf(db, frozen, scope, assessment, await listLater(db, scope, assessment))
}

/** The same of the later editions when they are known. */
export async function newestOf(
  db: Db,
  frozen: Frozen,
  scope: Scope,
  { status, content_set_id }: Pick<Assessment, 'content_set_id' | 'status'>,
  [newest, ...between]: readonly Later[],
): Promise<Overview['new_edition']> {
  if (!newest || CLOSED.includes(status)) return null
  const changes = await changesBetween(frozen, db, scope, content_set_id, newest.id)
  const { moved: _, ...counts } = countsOf(changes)
  const told = [newest, ...between].toReversed().map((edition) => edition.what_changed ?? '')
  return {
    content_set_id: newest.id,
    version: newest.version,
    what_changed: told.filter((text) => text !== '').join('\n\n') || null,
    ...counts,
  }
}

export type Later = { id: number; version: number; what_changed: string | null }

async function listLater(
  db: Db,
  { tenantId }: Scope,
  { content_set_id, year, type }: Pick<Assessment, 'content_set_id' | 'year' | 'type'>,
): Promise<Later[]> {
  const { rows } =
    await sql<Later>`select * from later_editions(${tenantId}, ${content_set_id}, ${year}, ${type})`.execute(
      db,
    )
  return rows
}
