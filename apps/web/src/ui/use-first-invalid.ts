import { useEffect, useRef, useState } from 'react'

/** After `onTry`, focuses the first invalid field, even if it becomes invalid only with the server's response. */
export function useFirstInvalid<Place extends HTMLElement>() {
  const place = useRef<Place>(null)
  const isTried = useRef(false)
  const [, countTry] = useState(0)
  useEffect(() => {
    if (!isTried.current) return
    const first = place.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!first) return
    isTried.current = false
    first.focus()
  })
  return { place, onTry, onInput }

  function onTry() {
    isTried.current = true
    // Renders again if nothing else changes, so that the effect runs.
    countTry((count) => count + 1)
  }

  // The focus doesn't move while the user types.
  function onInput() {
    isTried.current = false
  }
}
