import type { DraftElement, DraftHead } from 'contract/draft'
import { sql } from 'kysely'
import type { Scope, Db } from '#core/context.ts'

type Edition = {
  id: number
  family_id: number
  version: number
  template_id: number | null
  template_family_id: number | null
}

export type NewDraft = {
  head: DraftHead
  elements: readonly DraftElement[]
  authorId?: number | null
  /** The edition that it follows; without one it starts a new family. */
  follows?: Edition
}

export async function insertDraft(
  db: Db,
  { tenantId }: Scope,
  { head, elements, authorId = null, follows }: NewDraft,
): Promise<number> {
  const id = await nextContentSetId(db)
  await db
    .insertInto('content_sets')
    .values({
      tenant_id: tenantId,
      id,
      title: head.title,
      draft: JSON.stringify(head),
      status: 'draft',
      ...(follows ? placeAfter(follows) : { family_id: id }),
      changed_by: authorId,
      draft_saved_by: authorId,
    })
    .execute()
  await sql`
    insert into draft_elements (tenant_id, content_set_id, position, element, saved_by)
    select ${tenantId}, ${id}, x.place, x.element, ${authorId}
    from jsonb_array_elements(${JSON.stringify(elements)})
      with ordinality x(element, place)`.execute(db)
  return id
}

function placeAfter({ id, version, family_id, template_id, template_family_id }: Edition) {
  return { family_id, template_id, template_family_id, version: version + 1, based_on: id }
}

export async function nextContentSetId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('ids') as id`.execute(db)
  return rows[0]?.id ?? 0
}
