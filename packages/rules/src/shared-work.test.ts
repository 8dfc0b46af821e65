import { expect, test } from 'vitest'
import type { SharedForUser } from 'contract/shared'
import { answererOf, mayAnswer } from './shared-work.ts'

const ann = { id: 1, name: 'Ann' }
const ben = { id: 2, name: 'Ben' }
const assigned = (element_id: number, person: typeof ann | null) => ({
  element_id,
  person,
  due_on: null,
  done_at: null,
  returned_at: null,
})
const seenAs = (role: SharedForUser['role']): SharedForUser => ({
  role,
  owner: ann,
  assignments: [assigned(10, ben), assigned(11, null)],
})

test('an assessment of one user is theirs, a shared one the owner’s and of whom it is assigned to', () => {
  const may = (shared: SharedForUser | null, userId: number) =>
    [10, 11, 12].map((element) => mayAnswer(shared, userId, element))
  expect(may(null, 3)).toEqual([true, true, true])
  expect(may(seenAs('owner'), ann.id)).toEqual([true, true, true])
  expect(may(seenAs('contributor'), ben.id)).toEqual([true, false, false])
  expect(may(seenAs('viewer'), 3)).toEqual([false, false, false])
})

test('an element is answered by whom it is assigned to, else by the owner, and after they left by no one', () => {
  expect([10, 11, 12].map((element) => answererOf(seenAs('owner'), element))).toEqual([
    ben,
    null,
    ann,
  ])
})
