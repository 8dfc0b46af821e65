import { useEffect, useRef, useState } from 'react'

/** After a try, which `onTry` tells of, the focus goes to the first field that is wrong, also when only the answer says so. */
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
    // Tried again with the same fault, nothing else would be drawn.
    countTry((count) => count + 1)
  }

  // Typing again cancels the move of the focus.
  function onInput() {
    isTried.current = false
  }
}
