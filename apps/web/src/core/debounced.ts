import { useEffect, useState } from 'react'

/** Milliseconds after the last key. */
const DEBOUNCE = 200

/** What was typed, once the user pauses: for searches by the server. */
export function useDebounced(text: string) {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
