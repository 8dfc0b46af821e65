import type { ContentSetDetails } from 'contract/content-sets'
import { expect, test } from 'vitest'
import { fieldEdit } from './draft-edits.ts'
import { refreshed, withNewer } from './draft-saving.ts'
import { emptyElement } from './draft-making.ts'
import { applied, startDraft, WHOLE_SET, withStored } from './draft-state.ts'

const ADA = { saved_by: 'Ada', is_own: false }
const head = { title: 'Set', scale: [], certificationBands: [] }
const details = { head, head_version: 1, outline: [] } as unknown as ContentSetDetails

test('a clash after a reload names the author of that part, not the last author', () => {
  const element = emptyElement('Element')
  const start = withStored(startDraft(details), { id: 11, version: 1, element })
  const typed = [WHOLE_SET, { ...WHOLE_SET, elementId: 11 }].reduce(
    (state, place) => applied(state, { ...fieldEdit(state, place, 'title', 'Mine'), at: 0 }),
    start,
  )
  const others = { ...details, head: { ...head, title: 'Theirs' }, head_version: 2 }
  const now = { ...others, head_saved: ADA, saved_by: 'Grace', is_own: true } as unknown
  const read = { id: 11, version: 2, element: { ...element, title: 'Theirs' }, ...ADA }
  expect(withNewer(refreshed(typed, now as ContentSetDetails), read).clashes).toMatchObject([
    { elementId: null, by: 'Ada', isOwn: false },
    { elementId: 11, by: 'Ada', isOwn: false },
  ])
})
