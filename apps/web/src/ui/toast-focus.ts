import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

interface Place {
  before: Element | null
  isInside: boolean
}

/** The focus goes to a toast and back, also while a dialog keeps it. Escape in the toast closes the toast alone. */
export function useToastFocus(onEscape: () => void) {
  const ref = useRef<HTMLOListElement>(null)
  const place = useRef<Place>({ before: null, isInside: false })
  const escape = useRef(onEscape)
  useEffect(() => void (escape.current = onEscape))
  useEffect(() => {
    const root = document.documentElement
    const has = (element: Element | null | undefined, target: EventTarget | null) =>
      target instanceof Node && element?.contains(target) === true
    const onFocusMove = (event: globalThis.FocusEvent) => {
      const { target, relatedTarget } = event
      const hasMoved = event.type === 'focusin'
      if (!has(ref.current?.parentElement, hasMoved ? target : relatedTarget)) return
      // Dialogs listen at the document, and would take the focus back.
      event.stopPropagation()
      // Radix puts an element before the toast and after it, where Tab arrives that leaves the toast.
      const isLeaving = hasMoved && has(ref.current, relatedTarget) && !has(ref.current, target)
      if (!isLeaving || !openDialog()) return
      focusBefore(place.current)
      root.addEventListener('keydown', (key) => key.preventDefault(), { once: true })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !has(ref.current, event.target)) return
      event.stopImmediatePropagation()
      escape.current()
    }
    root.addEventListener('focusin', onFocusMove)
    root.addEventListener('focusout', onFocusMove)
    globalThis.addEventListener('keydown', onKeyDown, true)
    return () => {
      root.removeEventListener('focusin', onFocusMove)
      root.removeEventListener('focusout', onFocusMove)
      globalThis.removeEventListener('keydown', onKeyDown, true)
    }
  }, [])
  return {
    ref,
    place,
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const { before } = place.current
      const isFromInside = currentTarget.contains(relatedTarget)
      place.current = { before: isFromInside ? before : relatedTarget, isInside: true }
      // The last toast is gone: there is nothing to see here.
      if (currentTarget.childElementCount === 0) giveFocusBack(place)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) place.current.isInside = false
    },
  }
}

/** Moves the focus from a closed toast back to where it was. */
export function giveFocusBack({ current: place }: RefObject<Place>) {
  if (!place.isInside) return
  place.isInside = false
  focusBefore(place)
}

/** If what had the focus is gone, the open dialog or the page's heading has it next. */
function focusBefore({ before }: Place) {
  const isThere = before?.isConnected && before !== document.body
  const next = isThere ? before : (openDialog() ?? document.querySelector('main h1'))
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}

function openDialog() {
  const open = ['dialog', 'alertdialog'].map((role) => `[role=${role}][data-state=open]`)
  return [...document.querySelectorAll(open.join())].at(-1)
}
