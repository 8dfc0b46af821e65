import { plural } from 'rules/plural'
import { showFailure, showToast } from '#core/toast.ts'
import type { Builder } from '#features/content/builder.ts'
import {
  duplicateStatements,
  moveElements,
  moveStatements,
  removeElements,
  removeStatements,
  type StatementPlace,
} from '#features/content/saving/draft-edits.ts'
import { copyOfElement } from '#features/content/saving/new-parts.ts'
import {
  summaryOf,
  type ElementRow,
  type Row,
  type StatementRow,
} from '#features/content/outline-rows.ts'
import type { DropEdge } from './drag-row.ts'

export type OutlineActions = ReturnType<typeof outlineActions>

interface OutlineCallbacks {
  undo: () => void
  /** Statements were moved to this element. */
  onMoved: (elementId: number, keys: ReadonlySet<string>) => void
}

/** Each action resolves to whether it succeeded; a failure has been shown to the user. */
export function outlineActions(builder: Builder, callbacks: OutlineCallbacks) {
  const { draft, open, apply } = builder

  async function placeStatements(
    which: readonly StatementPlace[],
    to: number,
    behind: string | null,
  ) {
    await open([...new Set([...which.map(({ elementId }) => elementId), to])])
    apply((state) => moveStatements(state, which, to, behind))
    callbacks.onMoved(to, new Set(which.map(({ key }) => key)))
  }

  async function moveStatementsBy(rows: readonly StatementRow[], by: -1 | 1) {
    const edge = by === -1 ? rows[0] : rows.at(-1)
    if (!edge) return
    const { elementId, position } = edge
    const around = keysOf(elementId)
    const next = around[position + by]
    if (next === undefined) return moveOut(rows, elementId, by)
    const behind = by === 1 ? next : (around[position - 2] ?? null)
    await placeStatements(rows, elementId, behind)
  }

  // Moves statements past the end or the top of their element into the next or previous element.
  async function moveOut(rows: readonly StatementRow[], from: number, by: -1 | 1) {
    const { order } = draft.getState()
    const to = order[order.indexOf(from) + by]
    if (to === undefined) return
    await placeStatements(rows, to, by === 1 ? null : (keysOf(to).at(-1) ?? null))
  }

  function moveElementsBy(rows: readonly ElementRow[], by: -1 | 1) {
    const ids = rows.map(({ elementId }) => elementId)
    const { order } = draft.getState()
    const [first = -1, last = -1] = [ids[0], ids.at(-1)].map((id) => order.indexOf(id ?? -1))
    const next = order[last + 1]
    if (by === 1 && next !== undefined) apply((state) => moveElements(state, ids, next))
    if (by === -1) apply((state) => moveElements(state, ids, order[first - 2] ?? null))
  }

  async function duplicateElement({ elementId }: ElementRow) {
    await open([elementId])
    const element = draft.getState().elements[elementId]?.value
    if (element) await builder.addElement(copyOfElement(element), elementId)
  }

  function notifyRemoved(count: number, what: keyof typeof REMOVED) {
    showToast({
      title: plural(count, REMOVED[what]),
      action: { label: 'Undo', onClick: callbacks.undo },
    })
  }

  const moved = async (act: () => Promise<void>) => await succeeds('Nothing was moved', act)
  return {
    move: (subjects: readonly Row[], by: -1 | 1) => moved(() => move(subjects, by)),
    moveTo: (subjects: readonly Row[], to: number) =>
      moved(() => placeStatements(splitByKind(subjects)[1], to, keysOf(to).at(-1) ?? null)),
    drop: (subjects: readonly Row[], on: Row, edge: DropEdge) =>
      moved(() => drop(subjects, on, edge)),
    duplicate: (subjects: readonly Row[]) =>
      succeeds(
        subjects.length === 1 ? 'Nothing was duplicated' : 'Not all items were duplicated',
        () => duplicate(subjects),
      ),
    remove: (subjects: readonly Row[]) => succeeds('Nothing was removed', () => remove(subjects)),
  }

  async function move(subjects: readonly Row[], by: -1 | 1) {
    const [elements, statements] = splitByKind(subjects)
    if (elements.length > 0) moveElementsBy(elements, by)
    else await moveStatementsBy(statements, by)
  }

  async function drop(subjects: readonly Row[], on: Row, edge: DropEdge) {
    const [elements, statements] = splitByKind(subjects)
    if (on.kind === 'set' || on.kind === 'group') return
    if (elements.length > 0) dropElements(elements, on.elementId, edge)
    else await placeStatements(statements, on.elementId, anchorOf(on, edge))
  }

  async function duplicate(subjects: readonly Row[]) {
    const [elements, statements] = splitByKind(subjects)
    for (const row of elements) await duplicateElement(row)
    if (statements.length === 0) return
    await open([...new Set(statements.map(({ elementId }) => elementId))])
    apply((state) => duplicateStatements(state, statements))
  }

  async function remove(subjects: readonly Row[]) {
    const [elements, statements] = splitByKind(subjects)
    const ids = [...elements, ...statements].map(({ elementId }) => elementId)
    if (ids.length === 0) return
    await open([...new Set(ids)])
    if (elements.length > 0) apply((state) => removeElements(state, ids))
    else apply((state) => removeStatements(state, statements))
    notifyRemoved(ids.length, elements.length > 0 ? 'element' : 'statement')
  }

  function dropElements(rows: readonly ElementRow[], on: number, edge: DropEdge) {
    const ids = rows.map(({ elementId }) => elementId)
    const left = draft.getState().order.filter((id) => !ids.includes(id) || id === on)
    const before = left[left.indexOf(on) - 1] ?? null
    apply((state) => moveElements(state, ids, edge === 'bottom' ? on : before))
  }

  // A drop on an element moves the statements to its top, a drop on its last row to its end.
  function anchorOf(on: Exclude<Row, { kind: 'set' | 'group' }>, edge: DropEdge) {
    const around = keysOf(on.elementId)
    if (on.kind === 'add') return around.at(-1) ?? null
    if (on.kind === 'element') return null
    return edge === 'bottom' ? on.key : (around[on.position - 1] ?? null)
  }

  function keysOf(elementId: number) {
    return summaryOf(draft.getState(), elementId).statements.map(({ key }) => key)
  }
}

const REMOVED = {
  element: { one: 'Element removed', other: '# elements removed' },
  statement: { one: 'Statement removed', other: '# statements removed' },
}

/** Elements that are not open yet have to be loaded first, which can fail. */
async function succeeds(otherwise: string, act: () => Promise<void>) {
  try {
    await act()
    return true
  } catch (error) {
    const description = error instanceof Error ? error.message : undefined
    showFailure(otherwise, description)
    return false
  }
}

function splitByKind(rows: readonly Row[]) {
  return [
    rows.filter((row) => row.kind === 'element'),
    rows.filter((row) => row.kind === 'statement'),
  ] as const
}
