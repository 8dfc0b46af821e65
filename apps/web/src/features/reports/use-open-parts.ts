import { useLocation } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { type ReportPart, anchorsToOpen } from './report-parts.ts'

export interface OpenParts {
  isOpen: (anchor: string) => boolean
  onToggle: (anchor: string, isOpen: boolean) => void
  /** Opens everything around an anchor, so that it is on the page. */
  reveal: (anchor: string) => void
}

/** Which parts and elements are open: the first one, the one in the page's address, and those that the reader opens. */
export function useOpenParts(parts: readonly ReportPart[], first?: string): OpenParts {
  const hash = useLocation({ select: (location) => location.hash })
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(first === undefined ? [] : anchorsToOpen(parts, first)),
  )
  const [revealedHash, setRevealedHash] = useState('')
  const onToggle = useBatchedToggles(setOpen)
  const reveal = (anchor: string) =>
    setOpen((before) => new Set([...before, ...anchorsToOpen(parts, anchor)]))
  if (hash !== revealedHash) {
    setRevealedHash(hash)
    reveal(hash)
  }
  useEffect(() => {
    if (anchorsToOpen(parts, hash).length > 0) document.querySelector(`#${hash}`)?.scrollIntoView()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a preview changes its parts while the user scrolls
  }, [hash])
  return {
    isOpen: (anchor) => open.has(anchor),
    onToggle,
    reveal,
  }
}

/** The browser sends an event for each opened or closed part. All events of a frame become one update. */
function useBatchedToggles(setOpen: Dispatch<SetStateAction<ReadonlySet<string>>>) {
  const toggled = useRef(new Map<string, boolean>())
  function update() {
    const changes = [...toggled.current]
    toggled.current.clear()
    setOpen((before) => {
      if (changes.every(([anchor, isOpen]) => before.has(anchor) === isOpen)) return before
      const after = new Set(before)
      for (const [anchor, isOpen] of changes) {
        if (isOpen) after.add(anchor)
        else after.delete(anchor)
      }
      return after
    })
  }
  return (anchor: string, isOpen: boolean) => {
    if (toggled.current.size === 0) requestAnimationFrame(update)
    toggled.current.set(anchor, isOpen)
  }
}
