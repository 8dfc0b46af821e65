/** Where an element stands on the page of its report. */
export function anchorOf(elementId: number) {
  return `element-${elementId}`
}
