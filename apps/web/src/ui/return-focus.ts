import { useRef } from 'react'

/**
 * Returns the focus when a dialog closes: to the element that had it, to the menu's button if a menu item opened the
 * dialog, or to the page's heading if that element is gone. With `hasButton`, only if the dialog's button is gone.
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
      // The dialog may have opened another page, which has already taken the focus.
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
