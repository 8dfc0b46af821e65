import type { ElementProgress } from 'contract/assessments'
import { expect, test } from 'vitest'
import { answeredText } from './overview-profile.ts'

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
