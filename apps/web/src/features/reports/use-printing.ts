import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

addEventListener('beforeprint', () => setPrinting(true))
addEventListener('afterprint', () => setPrinting(false))
// For the print view of developer tools, which sends no events.
matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(matches))

/** Whether the page is being printed. Paper shows what the screen collapses. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}

function setPrinting(value: boolean) {
  isPrinting = value
  // The browser captures the page straight after the event.
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
