import type { DraftFault } from 'contract/draft'
import { createContext, use } from 'react'
import { useStore, type StoreApi } from 'zustand'
import type { Autosave, SaveState } from '#features/content/saving/autosave.ts'
import type { Edits } from './builder.ts'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import type { UnsavedTexts } from '#features/content/saving/read-unsaved-texts.ts'

export interface Builder extends Edits {
  contentSetId: number
  canEdit: boolean
  draft: StoreApi<DraftState>
  saving: StoreApi<SaveState>
  faults: StoreApi<{ all: readonly DraftFault[] | null }>
  unsavedTexts: StoreApi<{ now: UnsavedTexts | null }>
  autosave: Pick<Autosave, 'flush'>
  restore: () => Promise<void>
  isOnDevice: () => boolean
  start: () => () => void
  discard: () => void
}

export const BuilderContext = createContext<Builder | null>(null)

export function useBuilder(): Builder {
  const builder = use(BuilderContext)
  if (!builder) throw new Error('Use this hook only inside the builder.')
  return builder
}

/** Selects a part of the draft; smaller parts render less often. */
export function useDraft<Part>(select: (state: DraftState) => Part): Part {
  return useStore(useBuilder().draft, select)
}

export function useSaving(): SaveState {
  return useStore(useBuilder().saving)
}

export function useFaults(): readonly DraftFault[] {
  return useStore(useBuilder().faults, ({ all }) => all) ?? []
}
