import { useEffect, useEffectEvent } from 'react'
import { useBuilder } from './builder-context.ts'
import { statementAt } from '#features/content/saving/draft-edits.ts'
import {
  WHOLE_SET,
  type Change,
  type DraftState,
  type Place,
} from '#features/content/saving/draft-state.ts'
import { useView, viewAt } from './use-view.ts'

export function useUndo() {
  const { undo, redo, draft } = useBuilder()
  const { go } = useView()
  const show = (change: Change | undefined) =>
    change && go(viewAt(nearest(draft.getState(), change.place), change.kind.replace(/^\w+ /, '')))
  return { undo: () => show(undo()), redo: () => show(redo()) }
}

/** Ctrl Z, Ctrl Shift Z or Ctrl Y, and Ctrl S, in and outside of fields: the whole set has one history. */
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

// The step may have removed its own place; then its parent is shown.
function nearest(state: DraftState, place: Place): Place {
  const { elementId } = place
  if (elementId === null || !state.order.includes(elementId)) return WHOLE_SET
  return statementAt(state, place) ? place : { ...WHOLE_SET, elementId }
}
