import type { DraftFault } from 'contract/draft'
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { SaveState } from '#features/content/saving/autosave.ts'
import type { Builder } from './builder.ts'
import type { DraftState } from '#features/content/saving/draft-state.ts'

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
