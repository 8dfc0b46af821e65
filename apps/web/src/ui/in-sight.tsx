import { type ReactNode, useEffect, useRef } from 'react'

/** Scrolls to what it holds whenever there is something new to tell: what was pressed may be far from it. */
export function InSight({ news, children }: { news: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (news) place.current?.scrollIntoView({ block: 'nearest' })
  }, [news])
  return <div ref={place}>{children}</div>
}
