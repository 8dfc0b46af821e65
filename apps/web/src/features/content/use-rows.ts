import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { DraftState } from './draft-state.ts'
import { outlineRows, type OutlineView, type Row } from './outline-rows.ts'
import { isEqual } from './path.ts'

/** Rows that say the same stay the same, so that a keystroke renders none but its own. */
export function useRows(state: DraftState, { open, find, canEdit }: OutlineView) {
  const [shown, setShown] = useState<{ rows: Row[]; ids: string[] }>({ rows: [], ids: [] })
  const found = useMemo(
    () => outlineRows(state, { open, find, canEdit }),
    [state, open, find, canEdit],
  )
  const rows = shared(shown.rows, found)
  const ids = shared(
    shown.ids,
    rows.map(({ id }) => id),
  )
  if (rows !== shown.rows) setShown({ rows, ids })
  return { rows, ids }
}

/** The list as it was, item by item, where nothing is new. */
function shared<Item>(before: Item[], now: Item[]): Item[] {
  const list = now.map((item, index) => {
    const old = before[index]
    return old !== undefined && isEqual(old, item) ? old : item
  })
  const isSame =
    list.length === before.length && list.every((item, index) => item === before[index])
  return isSame ? before : list
}

/** The selection follows what is edited, wherever it was chosen. */
export function useFollow(current: string, follow: (id: string) => void) {
  const onChange = useEffectEvent(follow)
  useEffect(() => onChange(current), [current])
}

/** The same object at every render, so that rows stay as they are; it acts as the newest would. */
export function useStable<Handlers extends object>(handlers: Handlers): Handlers {
  const newest = useRef(handlers)
  useEffect(() => {
    newest.current = handlers
  })
  return useMemo(
    () =>
      new Proxy(handlers, {
        get:
          (_, name) =>
          (...given: unknown[]) =>
            (Reflect.get(newest.current, name) as (...given: unknown[]) => unknown)(...given),
      }),
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- made once
    [],
  )
}
