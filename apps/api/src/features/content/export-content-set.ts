import { ContentSetFile } from 'contract/content-format'
import { fileOfDraft } from 'contract/draft-faults'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { readEditionFile } from '#features/content/sets/edition-file.ts'
import { fileOf, readDraft } from './read-draft.ts'

/** A content set as the file of exchange it was, or would be, imported from. */
export async function exportContentSet(db: Db, scope: Scope, id: number): Promise<ContentSetFile> {
  const draft = await readDraft(db, scope, id)
  return draft ? fileOf(draft) : ContentSetFile.parse(await readEditionFile(db, scope, id))
}

/** As `exportContentSet`, but not checked: that is for the thread that writes the file. */
export async function readUnchecked(db: Db, scope: Scope, id: number): Promise<unknown> {
  const draft = await readDraft(db, scope, id)
  if (!draft) return await readEditionFile(db, scope, id)
  return fileOfDraft(
    draft.head,
    draft.elements.map(({ element }) => element),
  )
}
