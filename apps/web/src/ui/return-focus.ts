import { useRef } from 'react'

/**
 * Returns the focus when a dialog closes: to the element that had it, to the menu's button if a menu item opened the
 * dialog, or to the page's heading if that element is gone. With `hasButton`, only if the dialog's button is gone.
 */
export function useReturnFocus(hasButton = false) {
  const before = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = placeBefore(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      if (hasButton && before.current?.isConnected !== false) return
      event.preventDefault()
      giveBack(before.current)
    },
  }
}

/** What last had the focus in the page's main part, where its keys belong. */
let lastInMain: HTMLElement | null = null
let isByKey = false
globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('main')) lastInMain = target
})
for (const type of ['keydown', 'pointerdown'])
  globalThis.document?.addEventListener(type, () => void (isByKey = type === 'keydown'), true)

/** Who presses a button of the header or beside the main part with a pointer goes on there; otherwise at the button. */
export function placeBefore(focused: Element | null): HTMLElement | null {
  const opener = focused && (buttonOf(focused) ?? focused)
  if (!(opener instanceof HTMLElement)) return null
  return isByKey || opener.closest('main, footer') ? opener : lastInMain
}

/** The button of the menu that has this element. */
export function buttonOf(element: Element) {
  const id = element.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}

export function giveBack(place: HTMLElement | null) {
  // The dialog may have opened another page, which has already taken the focus. A dialog below takes it as a whole.
  const focused = document.activeElement
  const isBelow = focused?.matches('[role=dialog], [role=alertdialog]') && focused.contains(place)
  if (focused !== document.body && !isBelow) return
  const isThere = place?.isConnected && place !== document.body
  const target = isThere ? place : document.querySelector<HTMLElement>('main h1')
  target?.focus({ preventScroll: true })
}
