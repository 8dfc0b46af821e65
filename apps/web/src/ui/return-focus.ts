import { useRef } from 'react'

/**
 * For a dialog without a button of its own: closed, the focus goes back to where it was, to a menu's button when an
 * item of the menu opened it, and to the page's heading when that has gone. A button of its own may have gone as well.
 */
export function useReturnFocus(hasButton = false) {
  const before = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = openerOf(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      if (hasButton && before.current?.isConnected !== false) return
      event.preventDefault()
      // The way on may have led to another page, which has the focus already.
      if (document.activeElement !== document.body) return
      const { current } = before
      const isThere = current?.isConnected && current !== document.body
      const place = isThere ? current : document.querySelector<HTMLElement>('main h1')
      place?.focus({ preventScroll: true })
    },
  }
}

function openerOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return element instanceof HTMLElement ? element : null
}
