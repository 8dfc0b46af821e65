import { useState } from 'react'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'

/** Which columns of a list somebody has hidden, kept in this browser. */
export function useHiddenColumns(list: string) {
  const [hidden, setHidden] = useState<readonly string[]>(() => hiddenOf(read()[list]))
  function hide(keys: string[]) {
    setHidden(keys)
    storeQuietly(localStorage, localKeys.columns, JSON.stringify({ ...read(), [list]: keys }))
  }
  return [hidden, hide] as const
}

/** Anything may stand there by now: a list is shown all the same. */
function hiddenOf(kept: unknown) {
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
}

function read(): Record<string, unknown> {
  try {
    return { ...(JSON.parse(localStorage.getItem(localKeys.columns) ?? '{}') as object) }
  } catch {
    return {}
  }
}
