import { useEffect, useState } from 'react'
import { onRestored } from '#core/restored.ts'

/** Whether the browser is leaving for another page. Going back ends that. */
export function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => onRestored(() => setLeaving(false)), [])
  return [isLeaving, setLeaving] as const
}
