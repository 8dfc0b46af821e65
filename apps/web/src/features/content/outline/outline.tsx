import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronsDownUp, ChevronsUpDown, Plus, Search } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Button, IconButton } from '#ui/button.tsx'
import { useContentDirection } from '#ui/content-text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useBuilder, useDraft, useUndo } from '#features/content/builder-context.ts'
import { outlineActions } from './outline-actions.ts'
import { OutlineRow, rowDomId, type RowHandlers } from './outline-row.tsx'
import { elementRowId, type Row } from '#features/content/outline-rows.ts'
import {
  nextFocus,
  extendTo,
  focusOn,
  NO_SELECTION,
  subjects,
  toggle,
  outlineKey,
  type OutlineKey,
} from './outline-keys.ts'
import { OutlineTools } from './outline-tools.tsx'
import { isOf, rowOf, viewOfRow } from './row-view.ts'
import {
  groupsIn,
  useClosedGroups,
  useFaultyRows,
  useOpenElements,
  useRows,
  useStableHandlers,
} from './use-rows.ts'
import { useView } from '#features/content/use-view.ts'

const ROW_HEIGHT = 38

interface OutlineProps {
  onEdit: () => void
  onAddStatement: (elementId: number) => void
}

export function Outline({ onEdit, onAddStatement }: OutlineProps) {
  const builder = useBuilder()
  const { canEdit } = builder
  const { view, go } = useView()
  const [find, setFind] = useState('')
  const [open, setOpen] = useOpenElements(view)
  const [selection, setSelection] = useState(NO_SELECTION)
  const [closed, setClosed] = useClosedGroups(view)
  const { rows, ids } = useRows({ open, closed, find, canEdit })
  const groups = useDraft(useShallow(groupsIn))
  const isAnyOpen = open.size > 0 || groups.some((name) => !closed.has(name))
  const faulty = useFaultyRows()
  const direction = useContentDirection()
  const current = useDraft((state) => rowOf(view, state))
  const { undo } = useUndo()
  const actions = outlineActions(builder, {
    undo,
    onMoved: (elementId, keys) => {
      if (view.kind === 'statement' && view.statement !== null && keys.has(view.statement)) {
        go({ ...view, elementId })
      }
      setOpen((open) => new Set([...open, elementId]))
    },
  })
  const list = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const focusedIndex = useMemo(() => ids.indexOf(selection.focused), [ids, selection.focused])
  const scrollTo = useEffectEvent((index: number) => virtual.scrollToIndex(index))
  useEffect(() => {
    if (focusedIndex !== -1) scrollTo(focusedIndex)
  }, [focusedIndex])
  const follow = useEffectEvent((id: string) => setSelection(focusOn(id)))
  useEffect(() => follow(current), [current])

  function edit(row: Row) {
    if (row.kind === 'add') return onAddStatement(row.elementId)
    if (row.kind === 'group') return toggleGroup(row.name)
    // Selecting an element expands it once; the user can collapse it again.
    if (row.kind === 'element' && !isOf(view, row)) fold(row.elementId, true)
    go(viewOfRow(row))
    onEdit()
  }

  function press(row: Row, event: MouseEvent) {
    list.current?.focus({ preventScroll: true })
    if (event.shiftKey) return setSelection((before) => extendTo(before, rows, row.id))
    if (event.ctrlKey || event.metaKey)
      return setSelection((before) => toggle(before, rows, row.id))
    setSelection(focusOn(row.id))
    edit(row)
  }

  function fold(elementId: number, isOpen = !open.has(elementId)) {
    const next = new Set(open)
    if (isOpen) next.add(elementId)
    else next.delete(elementId)
    setOpen(next)
  }

  function toggleGroup(name: string, isOpen = closed.has(name)) {
    const next = new Set(closed)
    if (isOpen) next.delete(name)
    else next.add(name)
    setClosed(next)
  }

  function toggleAll(isOpen: boolean) {
    setOpen(new Set(isOpen ? builder.draft.getState().order : []))
    setClosed(new Set(isOpen ? [] : groups))
  }

  function act(key: OutlineKey) {
    if ('name' in key) return toggleGroup(key.name, key.act === 'open-group')
    if ('elementId' in key) return fold(key.elementId, key.act === 'open')
    const focused = rows[focusedIndex]
    switch (key.act) {
      case 'focus':
        return setSelection(focusOn(key.to))
      case 'extend':
        return setSelection(extendTo(selection, rows, key.to))
      case 'toggle':
        return setSelection(toggle(selection, rows, selection.focused))
      case 'edit':
        return focused && edit(focused)
      default:
        return canEdit && change(key)
    }
  }

  /** Changes only what is in view: someone may have scrolled on. */
  function change(key: OutlineKey) {
    const { startIndex = 0, endIndex = -1 } = virtual.range ?? {}
    if (focusedIndex < startIndex || focusedIndex > endIndex)
      return virtual.scrollToIndex(Math.max(focusedIndex, 0))
    const marked = subjects(selection, rows)
    if (key.act === 'move') void actions.move(marked, key.by)
    if (key.act === 'duplicate') void actions.duplicate(marked)
    if (key.act === 'remove') void remove(marked)
  }

  /** Keeps the focus in the outline and closes the editor of a removed part. */
  async function remove(which: readonly Row[]) {
    const next = nextFocus(rows, which)
    const isOpen = which.some((row) =>
      row.kind === 'element' ? isOf(view, row) : row.id === current,
    )
    if (!(await actions.remove(which))) return false
    list.current?.focus({ preventScroll: true })
    if (next) setSelection(focusOn(next.id))
    if (isOpen)
      go(next && next.kind !== 'add' && next.kind !== 'group' ? viewOfRow(next) : { kind: 'set' })
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = outlineKey(event, rows, selection.focused, direction)
    if (key === null) return
    event.preventDefault()
    act(key)
  }

  const handlers = useStableHandlers<RowHandlers>({
    onPress: press,
    onToggle: (elementId) => {
      list.current?.focus({ preventScroll: true })
      setSelection(focusOn(elementRowId(elementId)))
      fold(elementId)
    },
    accepts: (id, row) =>
      id.startsWith('element')
        ? row.kind === 'element'
        : row.kind !== 'set' && row.kind !== 'group',
    onDrop: (id, row, edge) => {
      const dragged = subjects(selection.chosen.has(id) ? selection : focusOn(id), rows)
      void actions.drop(dragged, row, edge)
    },
  })

  return (
    <nav aria-label="Outline" className="flex h-full min-h-0 flex-col bg-card">
      <div className="flex gap-2 p-3">
        <TextField
          type="search"
          label="Find in the outline"
          isLabelHidden
          placeholder="Find"
          icon={<Search />}
          value={find}
          onChange={({ target }) => setFind(target.value)}
          fieldClassName="flex-1"
        />
        <IconButton
          variant="outline"
          label={isAnyOpen ? 'Collapse all elements' : 'Expand all elements'}
          icon={isAnyOpen ? <ChevronsDownUp /> : <ChevronsUpDown />}
          onClick={() => toggleAll(!isAnyOpen)}
        />
      </div>
      <div
        ref={list}
        role="tree"
        dir={direction}
        tabIndex={0}
        aria-label="Elements and statements"
        aria-multiselectable="true"
        aria-activedescendant={focusedIndex === -1 ? undefined : rowDomId(selection.focused)}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-3 outline-none max-lg:max-h-[65dvh]"
      >
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  role="presentation"
                  data-index={item.index}
                  className="absolute inset-x-0 top-0 py-px"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <OutlineRow
                    row={row}
                    isCurrent={row.id === current}
                    isFocused={row.id === selection.focused}
                    isChosen={selection.chosen.has(row.id)}
                    isFaulty={faulty.has(row.id)}
                    canEdit={canEdit}
                    handlers={handlers}
                  />
                </div>
              )
            )
          })}
        </div>
        {rows.length === 0 && (
          <p className="px-3 py-6 text-14 text-muted-foreground">
            No elements or statements match your search.
          </p>
        )}
      </div>
      {canEdit && selection.chosen.size > 1 && (
        <OutlineTools subjects={subjects(selection, rows)} actions={{ ...actions, remove }} />
      )}
      {canEdit && (
        <div className="border-t p-2">
          <Button
            variant="ghost"
            icon={<Plus />}
            className="text-primary-text"
            onClick={() => {
              go({ kind: 'add-element' })
              onEdit()
            }}
          >
            Add element
          </Button>
        </div>
      )}
    </nav>
  )
}
