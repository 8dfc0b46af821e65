import type { ContentSetDetails } from 'contract/content-sets'
import type { DraftHead } from 'contract/draft'
import { expect, test } from 'vitest'
import { fieldEdit, responsesAt, withOnlySetResponses, withoutSetResponses } from './draft-edits.ts'
import { unsaved } from './draft-saving.ts'
import { applied, startDraft, undone, withStored, WHOLE_SET } from './draft-state.ts'
import { invalidFields, storable } from './invalid-fields.ts'
import { emptyElement, emptyStatement } from './new-parts.ts'

const shared = emptyStatement(['Low', 'High']).responses.map((response, index) => ({
  ...response,
  key: `R${index}`,
}))
const many = Array.from({ length: 1425 }, (_, index) => ({
  ...emptyStatement(index === 0 ? ['Never', 'Always'] : []),
  key: `S${index}`,
}))

const HEAD: DraftHead = {
  title: 'Set',
  description: '',
  language: 'en',
  source: '',
  licence: '',
  introduction: '',
  scale: [],
  responses: shared,
  certificationBands: [],
  year_from: 2026,
  year_to: null,
  offers_self_assessment: true,
  offers_certification: false,
}

function aDraft() {
  const element = { ...emptyElement('Controls'), key: 'E', statements: many }
  const details = {
    head: HEAD,
    head_version: 1,
    outline: [{ id: 11, quiz_id: 11, version: 1, ...element }],
  } as unknown as ContentSetDetails
  return withStored(startDraft(details), { id: 11, version: 1, element })
}

const SECOND = { ...WHOLE_SET, response: 'R1' }

test('a change of the responses that 1,424 statements share saves the fields of the set alone', () => {
  const state = aDraft()
  const next = applied(state, { ...fieldEdit(state, SECOND, 'label', 'Higher'), at: 0 })
  const sent = unsaved(next)
  expect(sent?.head?.head.responses).toMatchObject([{ label: 'Low' }, { label: 'Higher' }])
  expect(sent).toEqual({ head: sent?.head })
})

test('an invalid response of the set is named, and its stored text is kept', () => {
  const state = aDraft()
  const long = 'x'.repeat(501)
  const next = applied(state, { ...fieldEdit(state, SECOND, 'label', long), at: 0 })
  expect(invalidFields(next)).toMatchObject([
    { element_id: null, statement: null, response: 'R1', field: 'label' },
  ])
  expect(storable(next.head).responses).toEqual(shared)
})

test('one step gives each statement the responses of the set, or takes all their own away', () => {
  const state = aDraft()
  const split = applied(state, { ...withoutSetResponses(state), at: 0 })
  const countsOf = (at: typeof state) =>
    at.elements[11]?.value?.statements.slice(0, 3).map(({ responses }) => responses.length)
  expect([responsesAt(split, WHOLE_SET), countsOf(split)]).toEqual([[], [2, 2, 2]])
  expect(unsaved(undone(split))).toBeNull()
  const joined = applied(state, { ...withOnlySetResponses(state), at: 0 })
  expect([responsesAt(joined, WHOLE_SET), countsOf(joined)]).toEqual([shared, [0, 0, 0]])
})
