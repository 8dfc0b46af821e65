import { create } from 'zustand'

/** Elements completed since the overview was last shown, which animates them. */
export const useCompletedElements = create<{ ids: readonly number[] }>(() => ({ ids: [] }))

export function queueCompletedElement(elementId: number) {
  useCompletedElements.setState(({ ids }) => ({ ids: [...ids, elementId] }))
}

export function clearCompletedElements() {
  useCompletedElements.setState({ ids: [] })
}
