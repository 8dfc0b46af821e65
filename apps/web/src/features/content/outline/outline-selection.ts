import type { Row } from './outline-rows.ts'

export interface Selection {
  focused: string
  anchor: string
  chosen: ReadonlySet<string>
}

export const NOTHING_CHOSEN: Selection = { focused: 'set', anchor: 'set', chosen: new Set() }

export function focusOn(id: string): Selection {
  return { focused: id, anchor: id, chosen: new Set() }
}

export function extendTo(selection: Selection, rows: readonly Row[], id: string): Selection {
  const [from, to] = [selection.anchor, id].map((one) => rows.findIndex((row) => row.id === one))
  const anchor = rows[from ?? -1]
  if (!anchor || to === undefined || to === -1 || !canBeChosen(anchor)) return focusOn(id)
  const between = rows.slice(Math.min(from ?? 0, to), Math.max(from ?? 0, to) + 1)
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

export function subjects(selection: Selection, rows: readonly Row[]): Row[] {
  const { chosen, focused } = selection
  const ids = chosen.has(focused) ? chosen : new Set([focused])
  return rows.filter((row) => ids.has(row.id) && canBeChosen(row))
}

/** The row to focus when these are removed: the next one that stays, or else the previous one. */
export function nextFocus(rows: readonly Row[], removed: readonly Row[]): Row | undefined {
  const ids = new Set(removed.map(({ id }) => id))
  const elements = new Set(removed.flatMap((row) => (row.kind === 'element' ? row.elementId : [])))
  const stays = (row: Row) =>
    row.kind !== 'add' && !ids.has(row.id) && !(row.kind !== 'set' && elements.has(row.elementId))
  const last = rows.findLastIndex(({ id }) => ids.has(id))
  return rows.slice(last + 1).find(stays) ?? rows.slice(0, last).findLast(stays)
}

function canBeChosen({ kind }: Row) {
  return kind === 'element' || kind === 'statement'
}

function kindOf(id: string) {
  return id.split(' ', 1)[0]
}
