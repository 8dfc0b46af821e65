import { useRef, type FocusEvent, type RefObject } from 'react'

interface Place {
  before: Element | null
  isInside: boolean
}

/** Notes where the focus was before it came into an element. */
export function useFocusBefore() {
  const place = useRef<Place>({ before: null, isInside: false })
  return {
    place,
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      const { before } = place.current
      const isFromInside = currentTarget.contains(relatedTarget)
      place.current = { before: isFromInside ? before : relatedTarget, isInside: true }
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) place.current.isInside = false
    },
  }
}

/** For what has gone with the focus in it: gives it back, or to the page's heading when that place has gone, too. */
export function giveFocusBack({ current: place }: RefObject<Place>) {
  if (!place.isInside) return
  place.isInside = false
  const isThere = place.before?.isConnected && place.before !== document.body
  const next = isThere ? place.before : document.querySelector('main h1')
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}
