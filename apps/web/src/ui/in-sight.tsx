import { type ReactNode, useEffect, useRef } from 'react'

/** Scrolls its children into view when `news` changes, because the pressed button may be far away. */
export function InSight({ news, children }: { news: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (news) place.current?.scrollIntoView({ block: 'nearest' })
  }, [news])
  return <div ref={place}>{children}</div>
}
