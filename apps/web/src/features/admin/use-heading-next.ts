import { useEffect } from 'react'

/** For a bar that goes once its work is done and takes the focus with it: the page's heading has it next. */
export function useHeadingNext() {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    },
    [],
  )
}
