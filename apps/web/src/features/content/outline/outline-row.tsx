import { ChevronRight, GripVertical, Plus, TriangleAlert } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'
import { useDragRow, type DropEdge } from './drag-row.ts'
import type { Row } from '#features/content/outline-rows.ts'

export interface RowHandlers {
  onPress: (row: Row, event: MouseEvent) => void
  onToggle: (elementId: number) => void
  accepts: (id: string, row: Row) => boolean
  onDrop: (id: string, row: Row, edge: DropEdge) => void
}

interface OutlineRowProps {
  row: Row
  isCurrent: boolean
  isFocused: boolean
  isChosen: boolean
  isFaulty: boolean
  canEdit: boolean
  handlers: RowHandlers
}

export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { row, isCurrent, isChosen, canEdit, handlers } = props
  const canDrag = canEdit && (row.kind === 'element' || row.kind === 'statement')
  const {
    row: ref,
    edge,
    isDragged,
  } = useDragRow({
    type: 'outline',
    id: row.id,
    isDisabled: !canEdit,
    accepts: (id) => handlers.accepts(id, row),
    onDrop: (id, at) => handlers.onDrop(id, row, at),
  })
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree around it has the keys, and its role comes with its attributes
    <div
      ref={ref}
      {...treeAttributes(row)}
      id={rowDomId(row.id)}
      aria-selected={isChosen}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => handlers.onPress(row, event)}
      className={rowLook(props, isDragged)}
    >
      {canDrag && (
        <GripVertical
          className={cn(
            'absolute top-2.5 size-4 cursor-grab text-muted-foreground opacity-0 group-hover:opacity-100',
            row.kind === 'element' ? 'start-0.5' : 'start-5',
            isCurrent && 'opacity-100',
          )}
        />
      )}
      <RowContent row={row} onToggle={handlers.onToggle} />
      {props.isFaulty && (
        <TriangleAlert
          role="img"
          aria-label="Needs fixing"
          className="mt-0.5 ms-auto size-4.5 shrink-0 stroke-[1.75] text-warning-ink"
        />
      )}
      {edge && <span aria-hidden="true" className={cn(DROP_LINE, DROP_EDGES[edge])} />}
    </div>
  )
})

const DROP_LINE = 'absolute inset-x-1 h-0.5 bg-primary-ui'
const DROP_EDGES = { top: '-top-px', bottom: '-bottom-px' } as const

function rowLook({ row, isCurrent, isFocused, isChosen }: OutlineRowProps, isDragged: boolean) {
  return cn(
    'group relative flex min-h-9 cursor-pointer items-start gap-1 rounded-md py-1.5 pe-2 text-14 select-none hover:bg-muted',
    INDENT[row.kind],
    'isGrouped' in row && row.isGrouped && 'ms-3',
    row.kind === 'add' && 'font-medium text-primary-text',
    isCurrent &&
      'bg-primary-tint font-semibold before:absolute before:inset-y-0 before:start-0 before:w-[3px] before:rounded-full before:bg-primary-ui',
    isChosen && 'bg-primary-tint-strong hover:bg-primary-tint-strong',
    // Also after a click, because keys then act on this row.
    isFocused && 'in-[[role=tree]:focus]:outline-2 in-[[role=tree]:focus]:outline-ring',
    isDragged && 'opacity-50',
  )
}

const INDENT = {
  set: 'ps-5 font-medium',
  group: 'ps-5 font-semibold',
  element: 'ps-5',
  statement: 'ps-11',
  add: 'ps-11',
} as const

function RowContent({ row, onToggle }: { row: Row; onToggle: (elementId: number) => void }) {
  if (row.kind === 'set') return <>About this set</>
  if (row.kind === 'group') {
    return (
      <>
        <span className="-my-1.5 -ms-1 grid min-h-9 w-6 shrink-0 place-items-center">
          <Chevron isOpen={row.isOpen} />
        </span>
        <ContentText className="min-w-0 wrap-anywhere">{row.name}</ContentText>
        <span className="mt-0.5 ms-auto shrink-0 ps-2 text-13 font-normal text-muted-foreground tabular-nums">
          <span className="sr-only">, elements: </span>
          {row.elements}
        </span>
      </>
    )
  }
  if (row.kind === 'add') {
    return (
      <>
        <Plus className="mt-0.5 size-4 shrink-0 stroke-[1.75]" />
        Add statement
      </>
    )
  }
  if (row.kind === 'statement') {
    return (
      <span className="line-clamp-2 min-w-0 wrap-anywhere text-subtle-foreground in-[[aria-current]]:text-foreground">
        <bdi translate="no" className="me-0.5 tabular-nums">
          {row.reference}
        </bdi>{' '}
        {row.text ? <ContentText>{row.text}</ContentText> : 'Untitled statement'}
        {row.differs && (
          <span className="text-13 font-normal text-muted-foreground"> Own responses</span>
        )}
      </span>
    )
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrow keys open and close */}
      <span
        className="-my-1.5 -ms-1 grid min-h-9 w-6 shrink-0 place-items-center"
        onClick={(event) => {
          event.stopPropagation()
          onToggle(row.elementId)
        }}
      >
        <Chevron isOpen={row.isOpen} />
      </span>
      <span className={cn('min-w-0 wrap-anywhere', row.isOpen && 'font-semibold')}>
        <bdi translate="no" className="me-0.5 font-normal tabular-nums">
          {row.reference}
        </bdi>{' '}
        {row.title ? <ContentText>{row.title}</ContentText> : 'Untitled element'}
      </span>
      <span className="mt-0.5 ms-auto shrink-0 ps-2 text-13 font-normal text-muted-foreground tabular-nums">
        <span className="sr-only">, statements: </span>
        {row.statements}
      </span>
    </>
  )
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronRight
      className={cn(
        'size-4 stroke-[1.75] transition-transform',
        isOpen ? 'rotate-90' : 'rtl:rotate-180',
      )}
    />
  )
}

export function rowDomId(id: string) {
  return `outline-${id.replaceAll(' ', '-')}`
}

function treeAttributes(row: Row) {
  if (row.kind === 'set') return { role: 'treeitem', 'aria-level': 1 }
  if (row.kind === 'group')
    return { role: 'treeitem', 'aria-level': 1, 'aria-expanded': row.isOpen }
  const level = (row.kind === 'element' ? 1 : 2) + (row.isGrouped ? 1 : 0)
  const item = { role: 'treeitem', 'aria-level': level }
  if (row.kind === 'element') {
    const { number, of, isOpen, isGrouped } = row
    const place = isGrouped ? {} : { 'aria-posinset': number + 1, 'aria-setsize': of + 1 }
    return { ...item, ...place, 'aria-expanded': isOpen }
  }
  if (row.kind === 'statement') {
    return { ...item, 'aria-posinset': row.position + 1, 'aria-setsize': row.of }
  }
  return item
}
