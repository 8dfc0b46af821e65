import { api } from '#core/api.ts'
import type { DraftCopies } from './draft-copies.ts'
import type { KeptDraft } from './local-draft.ts'
import { lostTexts, type LostText } from './unsaved-texts.ts'

export interface LostTexts {
  /** The version that was published without them. */
  version: number
  texts: readonly LostText[]
  forget: () => Promise<void>
}

/** What this device kept for a draft, and is not in the edition that became of it. */
export async function readLostTexts(
  editionId: number,
  copies: DraftCopies,
): Promise<LostTexts | null> {
  const { kept, forget } = await copies.find(editionId)
  if (kept.length === 0) return null
  const { head, outline, version } = await api.contentSets.get.call({ params: { id: editionId } })
  const wanted = keysOf(kept)
  const stored = await Promise.all(
    outline
      .filter(({ key }) => wanted.has(key))
      .map(({ id }) => api.contentSets.element.call({ params: { id: editionId, elementId: id } })),
  )
  const texts = lostTexts(kept, {
    head,
    keys: outline.map(({ key }) => key),
    elements: stored.map(({ element }) => element),
  })
  if (texts.length > 0) return { version, texts, forget }
  await forget()
  return null
}

function keysOf(kept: readonly KeptDraft[]) {
  return new Set(
    kept.flatMap(({ elements }) => Object.values(elements).map(({ value }) => value?.key)),
  )
}
