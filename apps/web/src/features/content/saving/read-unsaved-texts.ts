import { api } from '#core/api.ts'
import { findCopies } from '#core/unsaved/copies.ts'
import { placeOfDraft, type LocalDraft } from './local-draft.ts'
import { textsNotIn, type UnsavedText } from './unsaved-texts.ts'

export interface UnsavedTexts {
  version: number
  texts: readonly UnsavedText[]
  forget: () => Promise<void>
}

/** Texts of closed windows that are not in the published edition. */
export async function readUnsavedTexts(
  userId: number,
  editionId: number,
): Promise<UnsavedTexts | null> {
  const { values: drafts, forget } = await findCopies<LocalDraft>(userId, placeOfDraft(editionId))
  if (drafts.length === 0) return null
  const { head, outline, version } = await api.contentSets.get.call({ params: { id: editionId } })
  const wanted = keysOf(drafts)
  const stored = await Promise.all(
    outline
      .filter(({ key }) => wanted.has(key))
      .map(({ id }) => api.contentSets.element.call({ params: { id: editionId, elementId: id } })),
  )
  const keys = outline.map(({ key }) => key)
  const elements = stored.map(({ element }) => element)
  const texts = textsNotIn({ head, keys, elements }, drafts)
  if (texts.length > 0) return { version, texts, forget }
  await forget()
  return null
}

function keysOf(drafts: readonly LocalDraft[]) {
  return new Set(
    drafts.flatMap(({ elements }) => Object.values(elements).map(({ value }) => value?.key)),
  )
}
