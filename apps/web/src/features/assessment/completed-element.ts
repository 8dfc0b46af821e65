import { create } from 'zustand'

export const useCompletedElement = create<{ elementId: number | null }>(() => ({ elementId: null }))

export function queueCompletedElement(elementId: number) {
  useCompletedElement.setState({ elementId })
}

export function clearCompletedElement() {
  useCompletedElement.setState({ elementId: null })
}
