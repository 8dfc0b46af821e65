import { useEffect, useRef, useState } from 'react'

const SAVE_DELAY = 1000

/**
 * Saves a text after a pause in typing, on blur and on leaving the page. `unsavedText` is the
 * text from before the field was hidden.
 */
export function useDraft(
  saved: string,
  save: (text: string) => void,
  limit: number,
  unsavedText?: string | null,
) {
  const [draft, setDraft] = useState(unsavedText ?? null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef(unsavedText ?? undefined)

  function flush() {
    clearTimeout(timer.current)
    const text = unsaved.current?.trim()
    if (text === undefined || text.length > limit) return
    unsaved.current = undefined
    if (text !== saved) save(text)
  }

  const latestFlush = useRef(flush)
  useEffect(() => {
    latestFlush.current = flush
  })
  useEffect(() => {
    const leave = () => latestFlush.current()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [])

  return {
    value: draft ?? saved,
    isDraft: draft !== null,
    onChange: (text: string) => {
      setDraft(text)
      unsaved.current = text
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latestFlush.current(), SAVE_DELAY)
    },
    onBlur: () => {
      flush()
      // Text that is too long stays in the field with an error.
      if (unsaved.current === undefined) setDraft(null)
    },
  }
}
