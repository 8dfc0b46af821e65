import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * On a change of page the focus goes to its heading, so that a screen reader tells where one is; or to the one
 * field that the page is about.
 */
export function usePageFocus() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        const target =
          document.querySelector<HTMLElement>('main [data-page-focus]') ??
          document.querySelector<HTMLElement>('main h1') ??
          document.querySelector('main')
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}
