import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A page whose parts arrive later than this is one that somebody waits for with the focus elsewhere. */
const LATEST = 10_000

/**
 * On a change of page the focus goes to its heading, so that a screen reader tells where one is; or to the one
 * field that the page is about.
 */
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

// The router says so while a page that is still being fetched stands as it was: the heading may yet be replaced.
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
  setTimeout(stop, LATEST)
  return stop
}

function focusHeading() {
  const target =
    document.querySelector<HTMLElement>('main [data-page-focus]') ??
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector('main')
  target?.focus({ preventScroll: true })
}
