import type { ReviewAttachment } from 'contract/attachments'
import type { ReviewStatement } from 'contract/reviews'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOverlaid, isTyping, isWithin } from '#core/shortcuts.ts'
import { evidenceKind } from './evidence-kind.ts'

/** The file that is shown beside its statement. Once opened, later statements show their first file, until it is closed. */
export function useEvidence(statement: ReviewStatement | undefined) {
  const [chosen, setChosen] = useState<number | null>(null)
  const opener = useRef<Element | null>(null)
  const opened = useRef<number | null>(null)
  const showable = statement?.attachments.filter((file) => evidenceKind(file) !== null) ?? []
  const file =
    chosen === null ? null : (showable.find(({ id }) => id === chosen) ?? showable[0] ?? null)

  function open(wanted: ReviewAttachment) {
    opener.current = document.activeElement
    opened.current = wanted.id
    setChosen(wanted.id)
  }

  function close() {
    const hadFocus = isWithin(document.activeElement, '#evidence')
    setChosen(null)
    if (!hadFocus) return
    const isThere = opener.current?.isConnected && opener.current !== document.body
    const target = isThere ? opener.current : document.getElementById('statement')
    if (target instanceof HTMLElement) target.focus()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOverlaid()) return
    if (file && !isTyping(event.target)) close()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return {
    file,
    /** True once for a file that was opened, not for one that a statement brings along. */
    takeFocus: (id: number) => {
      const isOpened = opened.current === id
      opened.current = null
      return isOpened
    },
    open,
    close,
    toggle: () => {
      const [first] = showable
      if (file) close()
      else if (first) open(first)
      else document.getElementById('files')?.focus()
    },
  }
}

export type Evidence = ReturnType<typeof useEvidence>
