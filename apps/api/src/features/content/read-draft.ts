import { ContentSetFile } from 'contract/content-format'
import type { DraftElement, DraftFault, DraftHead } from 'contract/draft'
import { faultsBeyondFile, faultsOfDraft, fileOfDraft } from 'contract/draft-faults'
import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'

export type Draft = { head: DraftHead; elements: { id: number; element: DraftElement }[] }

/** A draft with the elements that it has now, in their order; nothing when the set is no draft. */
export async function readDraft(db: Db, scope: Scope, id: number): Promise<Draft | undefined> {
  const set = await db
    .selectFrom('content_sets')
    .select(sql<DraftHead>`draft`.as('head'))
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  if (!set) return undefined
  const elements = await db
    .selectFrom('draft_elements')
    .select(['id', sql<DraftElement>`element`.as('element')])
    .where('tenant_id', '=', scope.tenantId)
    .where('content_set_id', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { head: set.head, elements }
}

/** The file of exchange that a draft is; otherwise everything that it lacks. */
export function fileOf({ head, elements }: Draft): ContentSetFile {
  const parts = elements.map(({ element }) => element)
  const { data } = ContentSetFile.safeParse(fileOfDraft(head, parts))
  if (!data) throw incomplete(faultsOfDraft(head, elements))
  return data
}

/** The file of an edition that a draft can become; otherwise everything that keeps it from that. */
export function completeFile(draft: Draft): ContentSetFile {
  const file = fileOf(draft)
  const faults = faultsBeyondFile(draft.head, draft.elements)
  if (faults.length > 0) throw incomplete(faults)
  return file
}

function incomplete(faults: DraftFault[]): ApiError {
  return new ApiError('content-incomplete', 'Something is still missing in this content set.', {
    details: faults,
  })
}
