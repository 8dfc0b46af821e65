import { ConflictPanel, type Conflict } from '#ui/conflict-panel.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { chosen } from './draft-saving.ts'
import type { DraftState, PartClash } from './draft-state.ts'
import { FIELDS } from '#features/content/editor/field-labels.ts'
import { placeLabel } from '#features/content/outline/outline-rows.ts'
import { isFields } from './path.ts'

export const CONFLICTS = 'conflicts'

export function ConflictList() {
  const { draft } = useBuilder()
  const state = useDraft((now) => now)
  const [first] = state.clashes
  if (!first) return null
  const conflicts = state.clashes.map((clash): Conflict => {
    const { mine, theirs } = clash.isOwn ? TABS : AUTHORS
    const choose = (whose: 'mine' | 'theirs') => () =>
      draft.setState((now) => chosen(now, clash, whose))
    return {
      id: `${clash.elementId} ${clash.path.join(' ')}`,
      label: placeOf(state, clash),
      mine: { ...mine, value: shown(clash.mine), onChoose: choose('mine') },
      theirs: { ...theirs, value: shown(clash.theirs), onChoose: choose('theirs') },
    }
  })
  return (
    <ConflictPanel id={CONFLICTS} title={titleOf(first)} conflicts={conflicts}>
      All other changes have been merged. Choose which version to save.
    </ConflictPanel>
  )
}

function placeOf(state: DraftState, { elementId, path }: PartClash) {
  const statement = path[0] === 'statements' ? (path[1] ?? null) : null
  return `${placeLabel(state, elementId, statement)}, ${wordsOf(path)}`
}

const AUTHORS = {
  mine: { title: 'Yours', action: 'Keep yours' },
  theirs: { title: 'Theirs', action: 'Use theirs' },
}
const TABS = {
  mine: { title: 'In this tab', action: 'Keep this version' },
  theirs: { title: 'In the other tab', action: 'Use the other version' },
}

function titleOf({ by, isOwn }: PartClash) {
  if (isOwn) return 'You changed the same part in another tab'
  return `${by ?? 'Another author'} changed the same part while you were editing`
}

function wordsOf(path: PartClash['path']) {
  if (path.length === 0) return 'whole element'
  const named = path.findLast((step) => FIELDS[step] !== undefined)
  if (named) return FIELDS[named] ?? named
  return path.includes('responses') ? 'response' : 'statement'
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'Removed'
  if (Array.isArray(value)) return value.map(shown).join('\n') || 'Empty'
  if (isFields(value)) return shown(value['text'] ?? value['title'] ?? value['label'])
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return PLAIN[words] ?? words
}

const PLAIN: Record<string, string | undefined> = { '': 'Empty', true: 'Yes', false: 'No' }
