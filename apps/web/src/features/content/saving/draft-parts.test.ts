import type { ContentSetDetails, SaveDraftBody } from 'contract/content-sets'
import type { DraftElement } from 'contract/draft'
import { expect, test } from 'vitest'
import { removeElements } from './draft-edits.ts'
import { emptyElement, emptyStatement } from './new-parts.ts'
import { nextPart, tooLargeToSave } from './draft-parts.ts'
import { saved, unsaved } from './draft-saving.ts'
import { applied, type DraftState, startDraft, undone, withStored } from './draft-state.ts'

const GUIDANCE = 10_000
const MEGABYTE = 1024 * 1024

test('undoing the removal of 5 MB is saved completely, in parts that the server accepts', () => {
  const ids = Array.from({ length: 20 }, (_, index) => index + 1)
  const whole = aDraft(ids.map((id) => anElement(id, MEGABYTE / 4)))
  const gone = sendAll(applied(whole, { ...removeElements(whole, ids), at: 1 })).state
  const back = undone(gone)
  expect(unsaved(back)?.elements).toHaveLength(20)
  const { parts, state } = sendAll(back)
  expect(parts.length).toBeGreaterThan(4)
  expect(Math.max(...parts.map(bytesOf))).toBeLessThan(1.1 * MEGABYTE)
  expect(new Set(parts.flatMap(({ elements = [] }) => elements.map(({ id }) => id)))).toEqual(
    new Set(ids),
  )
  expect(parts.flatMap(({ elements = [] }) => elements)).toHaveLength(ids.length)
  expect(parts.map(({ order }) => order !== undefined)).toEqual(
    parts.map((_, index) => index === parts.length - 1),
  )
  expect(state.elements).toEqual(
    Object.fromEntries(
      ids.map((id) => [id, { ...state.elements[id], value: whole.elements[id]?.value }]),
    ),
  )
})

test('the removal of more elements than one call accepts is sent in parts', () => {
  const ids = Array.from({ length: 2500 }, (_, index) => index + 1)
  const whole = aDraft(ids.map((id) => anElement(id, 1)))
  const { parts } = sendAll(applied(whole, { ...removeElements(whole, ids), at: 1 }))
  expect(parts.map(({ elements }) => elements?.length)).toEqual([1000, 1000, 500])
})

test('a small change is sent in one call', () => {
  const state = undoneRemoval([anElement(1, 1000), anElement(2, 1000)])
  const body = bodyOf(state)
  expect(nextPart(state, body)).toBe(body)
})

test('when statements are moved, the element that gained them is sent before the one that lost them', () => {
  const [from, to] = [anElement(1, 0.75 * MEGABYTE), anElement(2, 10)]
  const before = aDraft([from, to])
  const state: DraftState = {
    ...before,
    elements: {
      1: { ...part(before, 1), value: { ...from, statements: [], description: 'x'.repeat(10) } },
      2: { ...part(before, 2), value: { ...to, statements: from.statements } },
      3: { base: null, version: 1, value: anElement(3, 0.5 * MEGABYTE) },
    },
  }
  const [first, second] = sendAll(state).parts.map(({ elements = [] }) =>
    elements.map(({ id }) => id),
  )
  expect([first, second]).toEqual([[2], [1, 3]])
})

test('an element that is too large is sent alone and last, and is named', () => {
  const state = undoneRemoval([anElement(1, 3 * MEGABYTE), anElement(2, 0.25 * MEGABYTE)])
  const { parts } = sendAll(state)
  expect(parts.map(({ elements = [] }) => elements.map(({ id }) => id))).toEqual([[2], [1]])
  expect(tooLargeToSave(parts[1] ?? {})).toBe(
    '“Element 1” is larger than 1.5 MB. Move some of its statements to another element.',
  )
})

test('a head that is larger than the element sent with it is named', () => {
  const state = aDraft([anElement(1, 10)])
  const head = { ...state.head.value, introduction: 'x'.repeat(2 * MEGABYTE) }
  const elements = [{ id: 1, version: 1, element: anElement(1, 10) }]
  expect(tooLargeToSave({ head: { version: 1, head }, elements })).toBe(
    '“About this set” is larger than 1.5 MB. Shorten its texts.',
  )
})

/** An element of this size, in guidance texts of the maximum length. */
function anElement(id: number, bytes: number): DraftElement {
  const guidance = 'é'.repeat(GUIDANCE)
  const statements = Array.from({ length: Math.ceil(bytes / (2 * GUIDANCE)) }, () => ({
    ...emptyStatement(['Low', 'High']),
    guidance,
  }))
  return { ...emptyElement(`Element ${id}`), key: String(id), statements }
}

function aDraft(elements: readonly DraftElement[]): DraftState {
  const stored = elements.map((element) => ({ id: Number(element.key), version: 1, element }))
  const details = {
    head: { title: 'Set', scale: [], certificationBands: [] },
    head_version: 1,
    outline: stored.map(({ id, element }) => ({ id, quiz_id: id, version: 1, ...element })),
  } as unknown as ContentSetDetails
  return stored.reduce(withStored, startDraft(details))
}

function undoneRemoval(elements: readonly DraftElement[]) {
  const whole = aDraft(elements)
  const ids = elements.map(({ key }) => Number(key))
  return undone(sendAll(applied(whole, { ...removeElements(whole, ids), at: 1 })).state)
}

function bodyOf(state: DraftState): SaveDraftBody {
  const body = unsaved(state)
  if (!body) throw new Error('Nothing is unsaved.')
  return body
}

/** Saves until nothing is left, as autosave does. */
function sendAll(start: DraftState) {
  const parts: SaveDraftBody[] = []
  let state = start
  for (let body = unsaved(state); body; body = unsaved(state)) {
    const part = nextPart(state, body)
    parts.push(part)
    const elements = (part.elements ?? []).map(({ id, version }) => ({ id, version: version + 1 }))
    state = saved(state, part, { saved_at: '', head_version: 1, elements, faults: [] })
  }
  return { parts, state }
}

function part(state: DraftState, id: number) {
  const found = state.elements[id]
  if (!found) throw new Error(`No element ${id}.`)
  return found
}

function bytesOf(body: SaveDraftBody) {
  return Buffer.byteLength(JSON.stringify(body))
}
