import { expect, test } from 'vitest'
import { progressOf } from '#features/assessments/progress.ts'

const answer = (statement_id: number, state: 1 | 2 | 3, response: number | null, extra = {}) => ({
  statement_id,
  state,
  statement_response_id: response,
  not_applicable_reason: null,
  to_confirm: false,
  ...extra,
})
const responses = [
  { id: 1, value: 0 },
  { id: 2, value: 10 },
]
const statement = (id: number, element_id: number) => ({ id, element_id, weight: 1, responses })
const element = (id: number, is_required = true) => ({
  id,
  key: `E${id}`,
  number: id,
  title: `Element ${id}`,
  group: null,
  is_required,
  weight: 1,
})
const answered = (id: number) => [answer(id, 1, 1), answer(id, 2, 2)]

test('required elements come before optional ones', () => {
  const elements = [element(1, false), element(2), element(3)]
  const statements = [statement(11, 1), statement(21, 2), statement(31, 3)]
  const next = (completed: number[]) =>
    progressOf(elements, statements, [], completed).next?.element_id
  expect([next([]), next([2]), next([2, 3]), next([1, 2, 3])]).toEqual([2, 3, 1, undefined])
})

test('next is the first element that is not complete, at the statement after the last answered one', () => {
  const elements = [element(1), element(2), element(3, false)]
  const statements = [statement(11, 1), statement(12, 1), statement(21, 2), statement(31, 3)]
  const next = (answers: ReturnType<typeof answer>[], completed: number[]) =>
    progressOf(elements, statements, answers, completed).next
  expect(next([], [])).toEqual({ element_id: 1, statement_number: 1, total: 2 })
  // The end of the element asks for statements that were skipped.
  for (const answers of [answered(11), answered(12), [...answered(11), ...answered(12)]])
    expect(next(answers, [])).toMatchObject({ element_id: 1, statement_number: 2 })
  expect(next([], [1])).toEqual({ element_id: 2, statement_number: 1, total: 1 })
  expect(next([], [1, 2])).toMatchObject({ element_id: 3, statement_number: 1 })
  expect(next([], [1, 2, 3])).toBeNull()
})
