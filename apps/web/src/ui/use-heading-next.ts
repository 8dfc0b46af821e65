import { useEffect } from 'react'

/** When a bar with the focus disappears, focuses the page's heading. */
export function useHeadingNext() {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    },
    [],
  )
}
