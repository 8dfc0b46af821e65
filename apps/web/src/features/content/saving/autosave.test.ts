import type { ContentSetDetails, SaveDraftBody, SavedDraft } from 'contract/content-sets'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { offlineError } from '#core/api-error.ts'
import { autosave } from './autosave.ts'
import { fieldEdit } from './draft-edits.ts'
import { applied, startDraft, WHOLE_SET } from './draft-state.ts'

const SET = {
  head: { title: 'Set', scale: [], certificationBands: [] },
  head_version: 1,
  outline: [],
} as unknown as ContentSetDetails

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An open draft; `answer` decides what happens to each save. */
function aPage(answer: () => Promise<SavedDraft>) {
  const store = createStore(() => startDraft(SET))
  const sent: (string | undefined)[] = []
  const session = { isAuthors: true }
  const saver = autosave({
    store,
    send: (body: SaveDraftBody) => {
      sent.push(body.head?.head.title)
      return answer()
    },
    isAuthorsSession: () => session.isAuthors,
    show: () => undefined,
    onSaved: () => undefined,
    onConflict: () => undefined,
    onPublished: () => undefined,
  })
  const leave = saver.start()
  const type = (title: string) =>
    store.setState((state) =>
      applied(state, { ...fieldEdit(state, WHOLE_SET, 'title', title), at: 0 }),
    )
  return { type, sent, leave, session, saver }
}

const aSave = (version = 2) =>
  ({
    head_version: version,
    elements: [],
    faults: [],
    saved_at: '2026-05-04T10:00:00Z',
  }) as unknown as SavedDraft

const WHILE = 60_000

test('text typed during a save is saved after it', async () => {
  let finish: (saved: SavedDraft) => void = () => undefined
  const { type, sent } = aPage(() => new Promise((resolve) => (finish = resolve)))
  type('One')
  await vi.advanceTimersByTimeAsync(WHILE)
  type('Two')
  await vi.advanceTimersByTimeAsync(WHILE)
  expect(sent).toEqual(['One'])
  finish(aSave())
  await vi.advanceTimersByTimeAsync(WHILE)
  expect(sent).toEqual(['One', 'Two'])
})

test('when another user signs in, text that waits is not sent', async () => {
  const { type, sent, session, saver } = aPage(() => Promise.resolve(aSave()))
  type('One')
  session.isAuthors = false
  await vi.advanceTimersByTimeAsync(WHILE)
  expect(await saver.flush()).toBe(false)
  expect(sent).toEqual([])
})

test('when another user signs in during a save, what was typed since is not sent', async () => {
  let finish: (saved: SavedDraft) => void = () => undefined
  const { type, sent, session } = aPage(() => new Promise((resolve) => (finish = resolve)))
  type('One')
  await vi.advanceTimersByTimeAsync(WHILE)
  type('Two')
  session.isAuthors = false
  finish(aSave())
  await vi.advanceTimersByTimeAsync(WHILE)
  expect(sent).toEqual(['One'])
})

test('a save that found no connection is tried again, until the page is left', async () => {
  let fail: (error: Error) => void = () => undefined
  const { type, sent, leave } = aPage(() => new Promise((_, reject) => (fail = reject)))
  type('One')
  await vi.advanceTimersByTimeAsync(WHILE)
  fail(offlineError(null))
  await vi.advanceTimersByTimeAsync(WHILE)
  expect(sent).toEqual(['One', 'One'])
  leave()
  fail(offlineError(null))
  await vi.advanceTimersByTimeAsync(WHILE)
  expect(sent).toEqual(['One', 'One'])
})
