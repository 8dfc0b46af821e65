import { useState } from 'react'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'

type Hidden = Record<string, string[]>

/** Which columns of a list somebody has hidden, kept in this browser. */
export function useHiddenColumns(list: string) {
  const [hidden, setHidden] = useState<readonly string[]>(() => read()[list] ?? [])
  function hide(keys: string[]) {
    setHidden(keys)
    storeQuietly(localStorage, localKeys.columns, JSON.stringify({ ...read(), [list]: keys }))
  }
  return [hidden, hide] as const
}

function read(): Hidden {
  try {
    return JSON.parse(localStorage.getItem(localKeys.columns) ?? '{}') as Hidden
  } catch {
    return {}
  }
}
