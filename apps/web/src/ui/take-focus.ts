/** A `ref` that focuses the element, for when the pressed button is gone. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
}
