import {
  attachClosestEdge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

export type DropEdge = 'top' | 'bottom'

interface DragRow {
  /** Rows accept only rows of the same type. */
  type: string
  id: string
  isDisabled?: boolean | undefined
  accepts: (id: string) => boolean
  onDrop: (id: string, edge: DropEdge) => void
}

/** A row that can be dragged next to rows of its type. The caller handles keys and buttons. */
export function useDragRow({ type, id, isDisabled, accepts, onDrop }: DragRow) {
  const row = useRef<HTMLDivElement>(null)
  const [edge, setEdge] = useState<DropEdge | null>(null)
  const [isDragged, setDragged] = useState(false)
  const canAccept = useEffectEvent(accepts)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const element = row.current
    if (!element || isDisabled) return undefined
    const edgeOf = (data: Record<string | symbol, unknown>) => {
      const found = extractClosestEdge(data)
      return found === 'top' || found === 'bottom' ? found : null
    }
    return combine(
      draggable({
        element,
        canDrag: ({ input }) => !isOnControl(element, input.clientX, input.clientY),
        getInitialData: () => ({ type, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) =>
          source.data['type'] === type &&
          source.data['id'] !== id &&
          canAccept(String(source.data['id'])),
        getData: ({ input }) =>
          attachClosestEdge({ id }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(edgeOf(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, self }) => {
          setEdge(null)
          drop(String(source.data['id']), edgeOf(self.data) ?? 'bottom')
        },
      }),
    )
  }, [type, id, isDisabled])

  return { row, edge, isDragged }
}

/** Dragging across a field selects its text, not the row. */
function isOnControl(row: Element, x: number, y: number) {
  const under = document.elementFromPoint(x, y)
  return under !== null && row.contains(under) && under.closest('input, textarea, select') !== null
}
