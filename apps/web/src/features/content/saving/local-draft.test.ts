import type { ContentSetDetails } from 'contract/content-sets'
import { expect, test } from 'vitest'
import { fieldEdit } from './draft-edits.ts'
import { isClean, unsaved } from './draft-saving.ts'
import { applied, startDraft, withStored, WHOLE_SET, type DraftState } from './draft-state.ts'
import { localDraft, withLocalDraft, type LocalDraft } from './local-draft.ts'
import { emptyElement } from './new-parts.ts'
import { resolved, withNewer } from './newer-versions.ts'

const ELEMENT = { ...emptyElement('Suppliers'), key: 'S' }
const DETAILS = {
  head: { title: 'Set', scale: [], certificationBands: [] },
  head_version: 1,
  outline: [{ id: 11, version: 1, title: 'Suppliers', statements: [] }],
} as unknown as ContentSetDetails
const ADAS = { id: 11, version: 2, element: { ...ELEMENT, title: 'Ada’s' } }

function typed(title: string, elementId: number | null = 11) {
  const start = withStored(startDraft(DETAILS), { id: 11, version: 1, element: ELEMENT })
  const edit = fieldEdit(start, { ...WHOLE_SET, elementId }, 'title', title)
  return applied(start, { ...edit, at: 0 })
}

const copyOf = (state: DraftState) => structuredClone(localDraft(state))
const restored = (...copies: LocalDraft[]) =>
  copies.reduce<DraftState>(
    (state, copy) => withLocalDraft(state, copy, DETAILS),
    startDraft(DETAILS),
  )

test('a restored copy is saved like any other change, and one without a change is not', () => {
  expect(unsaved(restored(copyOf(typed('Mine'))))).toMatchObject({
    elements: [{ id: 11, version: 1, element: { title: 'Mine' } }],
  })
  expect(isClean(restored(copyOf(typed('Suppliers'))))).toBe(true)
})

test('changes of two closed windows to different parts are both restored', () => {
  const both = restored(copyOf(typed('Mine')), copyOf(typed('My set', null)))
  expect(both.conflicts).toEqual([])
  expect(unsaved(both)).toMatchObject({
    head: { head: { title: 'My set' } },
    elements: [{ element: { title: 'Mine' } }],
  })
})

test('of two closed windows with versions of one element, the author chooses', () => {
  const both = restored(copyOf(typed('Earlier')), copyOf(typed('Later')))
  expect(both.elements[11]?.value?.title).toBe('Later')
  expect(both.conflicts).toMatchObject([
    { elementId: 11, theirs: { title: 'Earlier' }, isOwn: true },
  ])
  expect(unsaved(both)).toBeNull()
  const [conflict] = both.conflicts
  const chosen = conflict && resolved(both, conflict, 'theirs')
  expect(chosen && unsaved(chosen)).toMatchObject({ elements: [{ element: { title: 'Earlier' } }] })
  const withAdas = withNewer(both, { ...ADAS, saved_by: 'Ada', is_own: false })
  expect(withAdas.conflicts.map(({ by, theirs }) => [by, theirs?.title])).toEqual([
    [null, 'Earlier'],
    ['Ada', 'Ada’s'],
  ])
})

test('an open choice is restored, also from a copy of the release before', () => {
  const both = withNewer(typed('Mine'), { ...ADAS, saved_by: 'Ada', is_own: false })
  const copy = copyOf(both)
  expect(restored(copy).conflicts).toMatchObject(both.conflicts)
  const ofFields = [['title'], ['group']].map((path) => ({
    elementId: 11,
    path,
    mine: 'Mine',
    theirs: 'Ada’s',
    by: 'Ada',
    isOwn: false,
  })) as unknown as LocalDraft['conflicts']
  const [conflict, ...others] = restored({ ...copy, conflicts: ofFields }).conflicts
  expect([conflict, others]).toMatchObject([both.conflicts[0], []])
})
