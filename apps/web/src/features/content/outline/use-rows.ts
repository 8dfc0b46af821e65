import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useBuilder, useDraft, useFaults } from '#features/content/builder-context.ts'
import { outlineOf, type Groups, type OutlineRows } from './outline-groups.ts'
import {
  elementRowId,
  statementRowId,
  summaryOf,
  type OutlineView,
} from '#features/content/outline-rows.ts'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import type { View } from '#features/content/use-view.ts'

/** Deferred, so that typing in the draft or the search field stays fast. */
export function useRows({ open, closed, find, canEdit }: OutlineView): OutlineRows {
  const [cache] = useState((): Groups => new Map())
  const words = useDeferredValue(find)
  const select = useMemo(
    () => outlineOf(cache, { open, closed, find: words, canEdit }),
    [cache, open, closed, words, canEdit],
  )
  return useDeferredValue(useDraft(select))
}

/** Expanded elements. A collapsed element stays collapsed until one of its statements is shown. */
export function useOpenElements(view: View) {
  const { draft } = useBuilder()
  const elementId = 'elementId' in view ? view.elementId : null
  const first = elementId === null ? [] : [elementId]
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(first))
  const [known, setKnown] = useState<ReadonlySet<number>>(() => new Set(draft.getState().order))
  const [shown, setShown] = useState(`${elementId} ${view.kind}`)
  const now = `${elementId} ${view.kind}`
  if (now !== shown) {
    setShown(now)
    const isNew = elementId !== null && !known.has(elementId)
    if (isNew) setKnown(new Set([...known, elementId]))
    if (elementId !== null && (isNew || view.kind === 'statement'))
      setOpen(new Set([...open, elementId]))
  }
  return [open, setOpen] as const
}

/** Names of collapsed groups. A group opens when one of its elements is shown. */
export function useClosedGroups(view: View) {
  const elementId = 'elementId' in view ? view.elementId : null
  const group = useDraft((state) => (elementId === null ? '' : summaryOf(state, elementId).group))
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set())
  const [shown, setShown] = useState(elementId)
  if (elementId !== shown) {
    setShown(elementId)
    if (closed.has(group)) setClosed(new Set([...closed].filter((name) => name !== group)))
  }
  return [closed, setClosed] as const
}

/** The names of all groups. */
export function groupsIn(state: DraftState) {
  const names = state.order.map((id) => summaryOf(state, id).group)
  return [...new Set(names)].filter((name) => name !== '')
}

export function useFaultyRows(): ReadonlySet<string> {
  const faults = useFaults()
  return useMemo(
    () =>
      new Set(
        faults?.flatMap(({ element_id, statement }) => {
          if (element_id === null) return ['set']
          const own = elementRowId(element_id)
          return statement === null ? [own] : [own, statementRowId(statement)]
        }),
      ),
    [faults],
  )
}

/** Returns the same object at every render, so that rows don't render again. It calls the latest handlers. */
export function useStableHandlers<Handlers extends object>(handlers: Handlers): Handlers {
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
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- created once
    [],
  )
}
