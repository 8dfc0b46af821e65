import type { ElementProgress, Overview } from 'contract/assessments'
import { expect, test } from 'vitest'
import { answeredText, doneTexts } from './overview-profile.ts'

function textOf(element: Partial<ElementProgress>) {
  const counts = { total: 3, answered: 0, to_confirm: 0, is_required: true, is_counted: true }
  return answeredText({ ...counts, ...element } as ElementProgress)
}

test('the row of an element says whether it is optional or not counted', () => {
  expect(textOf({})).toBe('3 statements')
  expect(textOf({ is_required: false })).toBe('Optional, 3 statements')
  expect(textOf({ is_counted: false, answered: 2 })).toBe('Not counted, 2 of 3 answered')
  expect(textOf({ is_required: false, is_counted: false, answered: 3 })).toBe(
    'Optional, not counted, all 3 answered',
  )
})

test('everything is done once no element is open with others', () => {
  const textsOf = (completed: boolean[], role: 'owner' | null) => {
    const elements = completed.map((is_complete) => ({ is_complete, total: 2 }))
    const shared = role && { role }
    const status = { is_report_pending: false, self_assessment_id: null }
    return doneTexts({ ...status, year: 2026, elements, shared } as Overview)
  }
  const all = {
    overline: 'All done for 2026',
    title: 'You’ve answered everything',
    text: 'To change an answer, open its element.',
  }
  expect(textsOf([true, true], null)).toEqual(all)
  expect(textsOf([true, true], 'owner')).toEqual(all)
  const part = {
    overline: 'Your part is done for 2026',
    title: 'You’ve answered everything assigned to you',
  }
  expect(textsOf([true, false], 'owner')).toEqual({
    ...part,
    text: '1 element is still open with other members.',
  })
  expect(textsOf([false, false], 'owner')).toEqual({
    ...part,
    text: '2 elements are still open with other members.',
  })
})
