import { ConflictPanel, type Conflict } from '#ui/conflict-panel.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { resolved } from './draft-saving.ts'
import type { DraftState, PartConflict } from './draft-state.ts'
import { FIELDS } from '#features/content/editor/field-labels.ts'
import { placeLabel } from '#features/content/outline-rows.ts'
import { isRecord } from './path.ts'

export const CONFLICTS = 'conflicts'

export function ConflictList() {
  const { draft } = useBuilder()
  const state = useDraft((now) => now)
  const [first] = state.conflicts
  if (!first) return null
  const items = state.conflicts.map((conflict): Conflict => {
    const { mine, theirs } = conflict.isOwn ? TABS : AUTHORS
    const choose = (whose: 'mine' | 'theirs') => () =>
      draft.setState((now) => resolved(now, conflict, whose))
    return {
      id: `${conflict.elementId} ${conflict.path.join(' ')}`,
      label: placeOf(state, conflict),
      mine: { ...mine, value: valueText(conflict.mine), onChoose: choose('mine') },
      theirs: { ...theirs, value: valueText(conflict.theirs), onChoose: choose('theirs') },
    }
  })
  return (
    <ConflictPanel id={CONFLICTS} title={titleOf(first)} conflicts={items}>
      All other changes have been merged. Choose which version to save.
    </ConflictPanel>
  )
}

function placeOf(state: DraftState, { elementId, path }: PartConflict) {
  const statement = path[0] === 'statements' ? (path[1] ?? null) : null
  return `${placeLabel(state, elementId, statement)}, ${fieldLabelOf(path)}`
}

const AUTHORS = {
  mine: { title: 'Your version', action: 'Keep your version' },
  theirs: { title: 'Their version', action: 'Use their version' },
}
const TABS = {
  mine: { title: 'In this tab', action: 'Keep this version' },
  theirs: { title: 'In the other tab', action: 'Use the other version' },
}

function titleOf({ by, isOwn }: PartConflict) {
  if (isOwn) return 'You changed the same part in another tab'
  return `${by ?? 'Another author'} changed the same part while you were editing`
}

function fieldLabelOf(path: PartConflict['path']) {
  if (path.length === 0) return 'whole element'
  const named = path.findLast((step) => FIELDS[step] !== undefined)
  if (named) return FIELDS[named] ?? named
  return path.includes('responses') ? 'response' : 'statement'
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'Removed'
  if (Array.isArray(value)) return value.map(valueText).join('\n') || 'Empty'
  if (isRecord(value)) return valueText(value['text'] ?? value['title'] ?? value['label'])
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return PLAIN[words] ?? words
}

const PLAIN: Record<string, string | undefined> = { '': 'Empty', true: 'Yes', false: 'No' }
