import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const FOCUS_TIMEOUT = 10_000

/** After a page change, focuses the heading, so that screen readers announce the page, or the page's main field. */
export function usePageFocus() {
  const router = useRouter()
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return
      stop()
      stop = focusPage()
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [router])
}

// The new page may still be loading, so watch for its heading.
function focusPage() {
  focusHeading()
  const observer = new MutationObserver(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.id === 'main') focusHeading()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const stop = () => observer.disconnect()
  for (const event of ['keydown', 'pointerdown'])
    document.addEventListener(event, stop, { once: true })
  setTimeout(stop, FOCUS_TIMEOUT)
  return stop
}

function focusHeading() {
  const target =
    document.querySelector<HTMLElement>('main [data-page-focus]') ??
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector('main')
  target?.focus({ preventScroll: true })
}
