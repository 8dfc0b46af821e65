import { elementRowId, type ElementRow, type Row } from './outline-rows.ts'

export type OutlineKey =
  | { act: 'focus' | 'extend'; to: string }
  | { act: 'open' | 'close'; elementId: number }
  | { act: 'move'; by: -1 | 1 }
  | { act: 'edit' | 'toggle' | 'remove' | 'duplicate' }

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** The keyboard map of a tree; Alt with an arrow key moves the row. */
export function outlineKey(
  pressed: Pressed,
  rows: readonly Row[],
  focused: string,
): OutlineKey | null {
  const { key, altKey, ctrlKey, metaKey } = pressed
  if (ctrlKey || metaKey) return key === 'd' && !altKey ? { act: 'duplicate' } : null
  if (altKey) return moving(key)
  const index = rows.findIndex(({ id }) => id === focused)
  return along(pressed, rows, index) ?? sideways(key, rows, index) ?? PLAIN[key] ?? null
}

const STEPS: Record<string, -1 | 1 | undefined> = { ArrowUp: -1, ArrowDown: 1 }

const PLAIN: Record<string, OutlineKey | undefined> = {
  Enter: { act: 'edit' },
  ' ': { act: 'toggle' },
  Delete: { act: 'remove' },
}

function moving(key: string): OutlineKey | null {
  const by = STEPS[key]
  return by === undefined ? null : { act: 'move', by }
}

function along({ key, shiftKey }: Pressed, rows: readonly Row[], index: number): OutlineKey | null {
  const step = STEPS[key]
  const goals: Record<string, number> = { Home: 0, End: rows.length - 1 }
  const goal = step === undefined ? goals[key] : index + step
  if (goal === undefined) return null
  const to = rows[Math.min(Math.max(goal, 0), rows.length - 1)]?.id
  return to === undefined ? null : { act: shiftKey ? 'extend' : 'focus', to }
}

// Right opens, then goes in; left goes out, then closes.
function sideways(key: string, rows: readonly Row[], index: number): OutlineKey | null {
  const row = rows[index]
  if (!row || row.kind === 'set') return null
  if (key === 'ArrowRight') return row.kind === 'element' ? inwards(row, rows[index + 1]) : null
  if (key !== 'ArrowLeft') return null
  const { elementId } = row
  if (row.kind === 'element') return row.isOpen ? { act: 'close', elementId } : null
  return { act: 'focus', to: elementRowId(elementId) }
}

function inwards({ isOpen, elementId }: ElementRow, next: Row | undefined): OutlineKey | null {
  if (!isOpen) return { act: 'open', elementId }
  return next && next.kind !== 'element' ? { act: 'focus', to: next.id } : null
}
