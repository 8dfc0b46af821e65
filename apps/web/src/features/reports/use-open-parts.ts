import { useLocation } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { type ReportPart, pathTo } from './report-parts.ts'

export interface OpenParts {
  isOpen: (anchor: string) => boolean
  onToggle: (anchor: string, isOpen: boolean) => void
  /** Opens everything around an anchor, so that it is on the page. */
  reveal: (anchor: string) => void
}

/** Which parts and elements are open: the first one, the one that the address names, and those the reader opens. */
export function useOpenParts(parts: readonly ReportPart[], first?: string): OpenParts {
  const hash = useLocation({ select: (location) => location.hash })
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(first === undefined ? [] : pathTo(parts, first)),
  )
  const [seen, setSeen] = useState('')
  const reveal = (anchor: string) =>
    setOpen((before) => new Set([...before, ...pathTo(parts, anchor)]))
  if (hash !== seen) {
    setSeen(hash)
    reveal(hash)
  }
  useEffect(() => {
    if (pathTo(parts, hash).length > 0) document.querySelector(`#${hash}`)?.scrollIntoView()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a preview changes its parts while its reader scrolls
  }, [hash])
  return {
    isOpen: (anchor) => open.has(anchor),
    // The browser has opened it already. As a transition, because opening many at once would be too many nested updates.
    onToggle: (anchor, isOpen) =>
      startTransition(() =>
        setOpen((before) => {
          if (before.has(anchor) === isOpen) return before
          const others = [...before].filter((each) => each !== anchor)
          return new Set(isOpen ? [...others, anchor] : others)
        }),
      ),
    reveal,
  }
}
