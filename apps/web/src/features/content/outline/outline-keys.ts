import {
  elementRowId,
  type ElementRow,
  type GroupRow,
  type Row,
} from '#features/content/outline-rows.ts'

export type OutlineKey =
  | { act: 'focus' | 'extend'; to: string }
  | { act: 'open' | 'close'; elementId: number }
  | { act: 'open-group' | 'close-group'; name: string }
  | { act: 'move'; by: -1 | 1 }
  | { act: 'edit' | 'toggle' | 'remove' | 'duplicate' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Arrow keys by the direction in which the rows of the tree run. */
const SIDES: Record<'ltr' | 'rtl', Record<string, string | undefined>> = {
  ltr: {},
  rtl: { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' },
}

/** The keyboard map of a tree; Alt with an arrow key moves the row. */
export function outlineKey(
  pressed: KeyPress,
  rows: readonly Row[],
  focused: string,
  direction: 'ltr' | 'rtl',
): OutlineKey | null {
  const { key, altKey, ctrlKey, metaKey } = pressed
  if (ctrlKey || metaKey) return key === 'd' && !altKey ? { act: 'duplicate' } : null
  if (altKey) return moveKey(key)
  const index = rows.findIndex(({ id }) => id === focused)
  const side = horizontalKey(SIDES[direction][key] ?? key, rows, index)
  return verticalKey(pressed, rows, index) ?? side ?? PLAIN[key] ?? null
}

const STEPS: Record<string, -1 | 1 | undefined> = { ArrowUp: -1, ArrowDown: 1 }

const PLAIN: Record<string, OutlineKey | undefined> = {
  Enter: { act: 'edit' },
  ' ': { act: 'toggle' },
  Delete: { act: 'remove' },
}

function moveKey(key: string): OutlineKey | null {
  const by = STEPS[key]
  return by === undefined ? null : { act: 'move', by }
}

function verticalKey(
  { key, shiftKey }: KeyPress,
  rows: readonly Row[],
  index: number,
): OutlineKey | null {
  const step = STEPS[key]
  const goals: Record<string, number> = { Home: 0, End: rows.length - 1 }
  const goal = step === undefined ? goals[key] : index + step
  if (goal === undefined) return null
  const to = rows[Math.min(Math.max(goal, 0), rows.length - 1)]?.id
  return to === undefined ? null : { act: shiftKey ? 'extend' : 'focus', to }
}

// Right expands a row, then moves to its first child; left moves to the parent, then collapses it.
function horizontalKey(key: string, rows: readonly Row[], index: number): OutlineKey | null {
  const row = rows[index]
  if (!row || row.kind === 'set') return null
  if (row.kind === 'group') return groupKey(key, row, rows[index + 1])
  if (key === 'ArrowRight') return row.kind === 'element' ? rightKey(row, rows[index + 1]) : null
  if (key !== 'ArrowLeft') return null
  const { elementId } = row
  if (row.kind === 'element') return row.isOpen ? { act: 'close', elementId } : null
  return { act: 'focus', to: elementRowId(elementId) }
}

function groupKey(
  key: string,
  { name, isOpen }: GroupRow,
  next: Row | undefined,
): OutlineKey | null {
  if (key === 'ArrowLeft') return isOpen ? { act: 'close-group', name } : null
  if (key !== 'ArrowRight') return null
  if (!isOpen) return { act: 'open-group', name }
  return next ? { act: 'focus', to: next.id } : null
}

function rightKey({ isOpen, elementId }: ElementRow, next: Row | undefined): OutlineKey | null {
  if (!isOpen) return { act: 'open', elementId }
  return next && next.kind !== 'element' ? { act: 'focus', to: next.id } : null
}

interface Selection {
  focused: string
  anchor: string
  chosen: ReadonlySet<string>
}

export const NO_SELECTION: Selection = { focused: 'set', anchor: 'set', chosen: new Set() }

export function focusOn(id: string): Selection {
  return { focused: id, anchor: id, chosen: new Set() }
}

export function extendTo(selection: Selection, rows: readonly Row[], id: string): Selection {
  const from = rows.findIndex((row) => row.id === selection.anchor)
  const to = rows.findIndex((row) => row.id === id)
  const anchor = rows[from]
  if (!anchor || to === -1 || !canBeChosen(anchor)) return focusOn(id)
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  const same = between.filter(({ kind }) => kind === anchor.kind)
  return { ...selection, focused: id, chosen: new Set(same.map((row) => row.id)) }
}

export function toggle(selection: Selection, rows: readonly Row[], id: string): Selection {
  const row = rows.find((row) => row.id === id)
  if (!row || !canBeChosen(row)) return focusOn(id)
  const before = selection.chosen.size === 0 ? [selection.focused] : [...selection.chosen]
  const chosen = new Set(before.filter((one) => kindOf(one) === row.kind))
  if (!chosen.delete(id)) chosen.add(id)
  return { focused: id, anchor: id, chosen }
}

/** What is drawn as chosen, or else the focused row. */
export function subjects({ chosen, focused }: Selection, rows: readonly Row[]): Row[] {
  const ids = chosen.size > 0 ? chosen : new Set([focused])
  return rows.filter((row) => ids.has(row.id) && canBeChosen(row))
}

/** The row to focus when these are removed: the next one that stays, or else the previous one. */
export function nextFocus(rows: readonly Row[], removed: readonly Row[]): Row | undefined {
  const ids = new Set(removed.map(({ id }) => id))
  const elements = new Set(removed.flatMap((row) => (row.kind === 'element' ? row.elementId : [])))
  const stays = (row: Row) =>
    row.kind !== 'add' &&
    row.kind !== 'group' &&
    !ids.has(row.id) &&
    !(row.kind !== 'set' && elements.has(row.elementId))
  const last = rows.findLastIndex(({ id }) => ids.has(id))
  return rows.slice(last + 1).find(stays) ?? rows.slice(0, last).findLast(stays)
}

function canBeChosen({ kind }: Row) {
  return kind === 'element' || kind === 'statement'
}

function kindOf(id: string) {
  return id.split(' ', 1)[0]
}
