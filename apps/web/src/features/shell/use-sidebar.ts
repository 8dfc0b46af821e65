import { useState } from 'react'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'

/** Whether the sidebar is collapsed, kept in this browser; only that it is. */
export function useSidebar() {
  const [isNarrow, setNarrow] = useState(() => localStorage.getItem(localKeys.sidebar) !== null)
  function narrow(next: boolean) {
    setNarrow(next)
    storeQuietly(localStorage, localKeys.sidebar, next ? 'narrow' : null)
  }
  return [isNarrow, narrow] as const
}
