import type { DraftFault } from 'contract/draft'
import { createContext, use, useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import type { SaveState } from '#features/content/saving/autosave.ts'
import type { Builder } from './builder.ts'
import { statementAt } from '#features/content/saving/draft-edits.ts'
import {
  WHOLE_SET,
  type Change,
  type DraftState,
  type Place,
} from '#features/content/saving/draft-state.ts'
import { useView, viewAt } from './use-view.ts'

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

/** Null until they are loaded. */
export function useFaults(): readonly DraftFault[] | null {
  return useStore(useBuilder().faults, ({ all }) => all)
}

export function useUndo() {
  const { undo, redo, draft } = useBuilder()
  const { go } = useView()
  const show = (change: Change | undefined) =>
    change && go(viewAt(nearest(draft.getState(), change.place), change.kind.replace(/^\w+ /, '')))
  return { undo: () => show(undo()), redo: () => show(redo()) }
}

/** Undo, redo and save by keyboard, in and outside of fields. The whole set has one history. */
export function useBuilderKeys() {
  const { canEdit, autosave } = useBuilder()
  const { undo, redo } = useUndo()
  const actions: Record<string, (() => void) | undefined> = {
    z: undo,
    'shift z': redo,
    y: redo,
    s: () => void autosave.flush(),
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const act = actions[`${event.shiftKey ? 'shift ' : ''}${event.key.toLowerCase()}`]
    if (!act) return
    event.preventDefault()
    if (canEdit) act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

// If the step removed the part that it changed, the parent is shown.
function nearest(state: DraftState, place: Place): Place {
  const { elementId } = place
  if (elementId === null || !state.order.includes(elementId)) return WHOLE_SET
  return statementAt(state, place) ? place : { ...WHOLE_SET, elementId }
}
