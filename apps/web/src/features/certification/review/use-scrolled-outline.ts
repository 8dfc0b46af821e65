import { useEffect, useRef } from 'react'

/** Keeps the current statement in sight in a column that scrolls by itself. The page never scrolls. */
export function useScrolledOutline(statement: number | undefined) {
  const column = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = column.current?.querySelector('[aria-current]')
    if (!column.current || !row) return
    const frame = column.current.getBoundingClientRect()
    const { top, bottom } = row.getBoundingClientRect()
    const above = Math.min(top - frame.top, 0)
    column.current.scrollTop += above || Math.max(bottom - frame.bottom, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the place of each statement
  }, [statement])
  return column
}
