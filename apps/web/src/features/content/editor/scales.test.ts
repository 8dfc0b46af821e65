import type { ContentSetDetails } from 'contract/content-sets'
import { expect, test } from 'vitest'
import { changeScale } from '#features/content/saving/draft-edits.ts'
import { startDraft, withStored } from '#features/content/saving/draft-state.ts'
import { emptyElement, emptyStatement } from '#features/content/saving/new-parts.ts'
import { scaleChanges } from './scale-changes.ts'
import { fitsLevels, scalesWith, withScale } from './scales.ts'

test('a set with five levels offers only scales of five levels', () => {
  expect(scalesWith(5).map(({ name }) => name)).toEqual(['Five levels', 'Agreement'])
  expect(scalesWith(7)).toEqual([])
})

test('a set without levels offers every scale', () => {
  expect(scalesWith(undefined).map(({ labels }) => labels.length)).toEqual([4, 5, 5, 2, 3])
})

const THREE = ['No', 'Partly', 'Yes']

test('responses keep their names where the levels have them', () => {
  const statement = emptyStatement(['No', 'Yes'], 0)
  const [no, yes] = statement.responses
  expect(withScale(statement, THREE).responses).toMatchObject([
    { key: no?.key, label: 'No', value: 0 },
    { label: 'Partly', value: 1 },
    { key: yes?.key, label: 'Yes', value: 2 },
  ])
  const back = withScale(withScale(statement, THREE), ['No', 'Yes'])
  expect(back.responses).toEqual(statement.responses)
})

test('other responses are renamed in order', () => {
  const statement = emptyStatement(['Never', 'Always'])
  const keys = statement.responses.map(({ key }) => key)
  expect(withScale(statement, THREE).responses).toMatchObject([
    { key: keys[0], label: 'No' },
    { key: keys[1], label: 'Partly' },
    { label: 'Yes' },
  ])
})

test('the preview of other levels leaves out statements that fit, and joins those with the same responses', () => {
  const fitting = emptyStatement(['Low', 'Medium', 'High'])
  const statements = [
    { ...emptyStatement(['No', 'Yes']), key: 'A1' },
    fitting,
    { ...emptyStatement(['No', 'Yes']), key: 'A3' },
    { ...emptyStatement(['A', 'B', 'C', 'D']), key: 'A4' },
  ]
  const element = { ...emptyElement('One'), statements }
  const outline = [{ ...element, id: 7, version: 1, quiz_id: 7 }]
  const set = { head: { scale: [] }, head_version: 1, outline } as unknown as ContentSetDetails
  const state = withStored(startDraft(set), { id: 7, version: 1, element })
  expect(fitsLevels(fitting, 3)).toBe(true)
  expect(scaleChanges(state, THREE)).toEqual([
    {
      references: ['A1', 'A3'],
      responses: [
        { from: { label: 'No', value: 1 }, to: { label: 'No', value: 1 } },
        { from: undefined, to: { label: 'Partly', value: 2 } },
        { from: { label: 'Yes', value: 2 }, to: { label: 'Yes', value: 3 } },
      ],
    },
    {
      references: ['A4'],
      responses: [
        { from: { label: 'A', value: 1 }, to: { label: 'No', value: 1 } },
        { from: { label: 'B', value: 2 }, to: { label: 'Partly', value: 2 } },
        { from: { label: 'C', value: 3 }, to: { label: 'Yes', value: 3 } },
        { from: { label: 'D', value: 4 } },
      ],
    },
  ])
})

test('levels change the responses of the set once, and no statement that takes them', () => {
  const [shared, taking] = [emptyStatement(['No', 'Yes']), emptyStatement([])]
  const element = { ...emptyElement('Controls'), statements: [taking] }
  const state = withStored(
    startDraft({
      head: { scale: [], responses: shared.responses, certificationBands: [] },
      head_version: 1,
      outline: [{ id: 1, quiz_id: 1, version: 1, ...element }],
    } as unknown as ContentSetDetails),
    { id: 1, version: 1, element },
  )
  expect(scaleChanges(state, THREE)).toMatchObject([
    { references: [], responses: [{ to: { label: 'No' } }, {}, { to: { label: 'Yes' } }] },
  ])
  const edit = changeScale(state, THREE, (one) => withScale(one, THREE))
  expect(edit.elements).toEqual([])
  expect(edit.head?.after.responses?.map(({ label }) => label)).toEqual(THREE)
})
