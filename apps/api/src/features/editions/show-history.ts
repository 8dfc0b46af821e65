import type { ContentSetStatus } from 'contract/content-sets'
import type { EditionChanges } from 'contract/compare-editions'
import { compareEditions } from 'contract/compare-editions'
import type { EditionInHistory } from 'contract/editions'
import { sql } from 'kysely'
import type { Scope, SignedInContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { changesBetween, countsOf } from '#features/content-sets/edition-changes.ts'
import { exportContentSet } from '#features/content-sets/export-content-set.ts'
import { type ContentSetRow, getRow } from '#features/drafts/drafts.queries.ts'
import { inContentSet } from '#features/drafts/in-content-set.ts'

/** All editions of a set and its draft, newest first. */
export async function historyOf(
  context: SignedInContext,
  id: number,
): Promise<{ versions: EditionInHistory[] }> {
  return await inContentSet(context, id, async (db, scope, set) => {
    const editions = await listEditions(db, scope, set.family_id)
    const versions: EditionInHistory[] = []
    for (const [index, edition] of editions.entries()) {
      const before = editions[index + 1]
      const isComparable = before !== undefined && edition.status !== 'draft'
      const changes = isComparable
        ? countsOf(await changesBetween(context.app.frozen, db, scope, before.id, edition.id))
        : null
      versions.push({ ...edition, changes })
    }
    return { versions }
  })
}

type Listed = Omit<EditionInHistory, 'changes' | 'status'> & { status: ContentSetStatus }

async function listEditions(db: Db, { tenantId }: Scope, familyId: number): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select c.id, c.version, c.status, c.is_minor, c.what_changed, u.name as by, coalesce(c.published_at, c.changed_at) as at,
      coalesce(c.year_from, (c.draft->>'year_from')::int) as year_from, coalesce(c.year_to, (c.draft->>'year_to')::int) as year_to,
      (select count(*) from assessments a where a.tenant_id = c.tenant_id and a.content_set_id = c.id) as assessments
    from content_sets c left join users u on u.tenant_id = c.tenant_id and u.id = c.changed_by
    where c.tenant_id = ${tenantId} and c.family_id = ${familyId}
    order by c.version desc`.execute(db)
  return rows
}

/** What differs between an earlier content set of the same organisation and this one. */
export async function comparisonOf(
  context: SignedInContext,
  id: number,
  withId: number,
): Promise<EditionChanges> {
  return await inContentSet(context, id, async (db, scope, set) => {
    const before = await getRow(db, scope, withId)
    if (before.family_id !== set.family_id) throw notFound('content set')
    if (isFrozen(before) && isFrozen(set))
      return await changesBetween(context.app.frozen, db, scope, withId, id)
    return compareEditions(
      await exportContentSet(db, scope, withId),
      await exportContentSet(db, scope, id),
    )
  })
}

function isFrozen({ status }: ContentSetRow): boolean {
  return status !== 'draft'
}
