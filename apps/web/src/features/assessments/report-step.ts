import type { ElementProgress } from 'contract/assessments'

/** The address of the page before completion, in the player of an element. */
export const CHECK_HASH = 'check'

type Progress = Pick<ElementProgress, 'id' | 'is_required' | 'is_complete'>

/** Whether completing this element creates the action report: no other required one is open. */
export function leadsToReport(elements: readonly Progress[], elementId: number) {
  return elements.every(
    ({ id, is_required, is_complete }) => id === elementId || is_complete || !is_required,
  )
}
