import { ArrowDown, ArrowUp, Copy, CornerDownRight, Trash2 } from 'lucide-react'
import { plural } from 'rules/plural'
import { IconButton } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { TooltipProvider } from '#ui/tooltip.tsx'
import { ToolButton } from '#features/content/editor/editor-parts.tsx'
import { useBuilder } from '#features/content/builder-context.ts'
import type { OutlineActions } from './outline-actions.ts'
import { referenceIn, summaryOf, type Row } from '#features/content/outline-rows.ts'

interface OutlineToolsProps {
  subjects: readonly Row[]
  actions: OutlineActions
}

export function OutlineTools({ subjects, actions }: OutlineToolsProps) {
  const hasElements = subjects[0]?.kind === 'element'
  return (
    <TooltipProvider>
      <div role="toolbar" aria-label="Selected rows" className="border-t bg-primary-tint px-3 py-2">
        <p className="text-13 font-medium" role="status">
          {plural(
            subjects.length,
            hasElements
              ? { one: '# element selected', other: '# elements selected' }
              : { one: '# statement selected', other: '# statements selected' },
          )}
        </p>
        <div className="-ml-2 flex flex-wrap">
          <ToolButton {...UP} onClick={() => void actions.move(subjects, -1)} />
          <ToolButton {...DOWN} onClick={() => void actions.move(subjects, 1)} />
          {!hasElements && (
            <MoveTo onChoose={(elementId) => void actions.moveTo(subjects, elementId)} />
          )}
          <ToolButton {...DUPLICATE} onClick={() => void actions.duplicate(subjects)} />
          <ToolButton {...REMOVE} onClick={() => void actions.remove(subjects)} />
        </div>
      </div>
    </TooltipProvider>
  )
}

const UP = { size: 'xs', label: 'Move up', icon: <ArrowUp /> } as const
const DOWN = { size: 'xs', label: 'Move down', icon: <ArrowDown /> } as const
const DUPLICATE = { size: 'xs', label: 'Duplicate', icon: <Copy /> } as const
const REMOVE = { size: 'xs', label: 'Remove', icon: <Trash2 /> } as const

function MoveTo({ onChoose }: { onChoose: (elementId: number) => void }) {
  const { draft } = useBuilder()
  const state = draft.getState()
  return (
    <Menu
      align="start"
      trigger={<IconButton size="xs" label="Move to another element" icon={<CornerDownRight />} />}
    >
      {state.order.map((id) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          <bdi translate="no">{referenceIn(state, id)}</bdi>{' '}
          <bdi>{summaryOf(state, id).title || 'Untitled element'}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}
