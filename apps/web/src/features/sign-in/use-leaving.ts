import { useEffect, useState } from 'react'

/** Whether the browser is leaving for another page. Going back can show this page as it was left, so that ends it. */
export function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return [isLeaving, setLeaving] as const
}
