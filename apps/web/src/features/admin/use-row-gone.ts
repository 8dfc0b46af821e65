import { useEffect, useRef, type FocusEvent } from 'react'

/** A row that goes while it has the focus takes it along: then the page's heading has it. */
export function useRowGone() {
  const last = useRef<Element>(null)
  useEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
  return (event: FocusEvent) => {
    last.current = event.target
  }
}
