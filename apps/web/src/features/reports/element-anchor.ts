export function anchorOf(elementId: number) {
  return `element-${elementId}`
}
