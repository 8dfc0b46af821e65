import { create } from 'zustand'

/** The element that was completed just now: the overview fills its rim and draws its tick, once. */
export const useCompletedElement = create<{ elementId: number | null }>(() => ({ elementId: null }))

export function queueCompletedElement(elementId: number) {
  useCompletedElement.setState({ elementId })
}

export function forgetCompletedElement() {
  useCompletedElement.setState({ elementId: null })
}
