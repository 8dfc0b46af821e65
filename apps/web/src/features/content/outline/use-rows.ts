import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { outlineOf, type Groups, type Outlined } from './outline-groups.ts'
import type { OutlineView } from './outline-rows.ts'
import type { View } from '#features/content/use-view.ts'

/** Deferred, so that typing in the draft or the search field stays fast. */
export function useRows({ open, find, canEdit }: OutlineView): Outlined {
  const [known] = useState((): Groups => new Map())
  const words = useDeferredValue(find)
  const select = useMemo(
    () => outlineOf(known, { open, find: words, canEdit }),
    [known, open, words, canEdit],
  )
  return useDeferredValue(useDraft(select))
}

/** Expanded elements. A collapsed element stays collapsed until one of its statements is shown. */
export function useOpenElements(view: View) {
  const { draft } = useBuilder()
  const elementId = 'elementId' in view ? view.elementId : null
  const first = elementId === null ? [] : [elementId]
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(first))
  const [met, setMet] = useState<ReadonlySet<number>>(() => new Set(draft.getState().order))
  const [shown, setShown] = useState(`${elementId} ${view.kind}`)
  const now = `${elementId} ${view.kind}`
  if (now !== shown) {
    setShown(now)
    const isNew = elementId !== null && !met.has(elementId)
    if (isNew) setMet(new Set([...met, elementId]))
    if (elementId !== null && (isNew || view.kind === 'statement'))
      setOpen(new Set([...open, elementId]))
  }
  return [open, setOpen] as const
}

/** The same object at every render, so that rows don't render again; it calls the newest handlers. */
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
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- created once
    [],
  )
}
