/** As `ref`: what was pressed has gone, and the focus goes on here. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
}
