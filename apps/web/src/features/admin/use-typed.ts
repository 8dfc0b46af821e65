import { useCallback, useState } from 'react'

/** What is typed of a value that the address keeps: it follows the address, unless it is our own that arrives while somebody types on. */
export function useTyped(kept: string) {
  const [typed, setTyped] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const [sent, setSent] = useState<readonly string[]>([])
  // Cleared, or another address.
  if (kept !== seen) {
    setSeen(kept)
    setSent(sent.slice(sent.indexOf(kept) + 1))
    if (!sent.includes(kept)) setTyped(kept)
  }
  const noteSent = useCallback(
    (value: string) => setSent((before) => (before.at(-1) === value ? before : [...before, value])),
    [],
  )
  return { typed, setTyped, noteSent }
}
