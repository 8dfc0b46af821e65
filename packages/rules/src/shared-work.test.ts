import { expect, test } from 'vitest'
import type { SharedForUser } from 'contract/shared-assessments'
import {
  answererOf,
  isTheirTurn,
  mayAnswer,
  mayAnswerStatement,
  questionsTo,
  waitsForOwner,
} from './shared-work.ts'

const ann = { id: 1, name: 'Ann' }
const ben = { id: 2, name: 'Ben' }
const cid = { id: 3, name: 'Cid' }
const assigned = (element_id: number, person: typeof ann | null) => ({
  element_id,
  person,
  awaited: null as string | null,
  due_on: null,
  done_at: null,
  returned_at: null,
  declined: null,
})
const seenAs = (role: SharedForUser['role']): SharedForUser => ({
  role,
  owner: ann,
  approver: null,
  assignments: [assigned(10, ben), assigned(11, null)],
  questions: [
    { id: 1, statement_id: 100, element_id: 10, asked_by: ann, person: cid },
    { id: 2, statement_id: 101, element_id: 10, asked_by: ann, person: null },
  ],
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

test('the owner answers an element that waits for an address, after their own', () => {
  const waiting = { ...assigned(10, null), awaited: 'dora@example.org' }
  const shared = { ...seenAs('owner'), assignments: [waiting] }
  expect(mayAnswer(shared, ann.id, 10)).toBe(true)
  expect(answererOf(shared, 10)).toEqual(ann)
  expect(isTheirTurn(shared, ann.id, 10)).toBe(false)
  expect(waitsForOwner(shared, 10)).toBe(true)
  expect(waitsForOwner({ ...shared, role: 'contributor' }, 10)).toBe(false)
  expect(waitsForOwner(seenAs('owner'), 10)).toBe(false)
})

test('an element waits for whom it is assigned to until it is done, then for the owner', () => {
  const [open, done] = [seenAs('owner'), seenAs('owner')].map(({ assignments, ...rest }, at) => ({
    ...rest,
    assignments: assignments.map((one) => ({ ...one, done_at: at === 1 ? '2026-11-01' : null })),
  }))
  if (!open || !done) throw new Error('There are two.')
  const turns = (shared: SharedForUser | null, userId: number) =>
    [10, 11, 12].map((element) => isTheirTurn(shared, userId, element))
  expect(turns(null, 3)).toEqual([true, true, true])
  expect(turns(open, ann.id)).toEqual([false, true, true])
  expect(turns(done, ann.id)).toEqual([true, true, true])
  expect(turns({ ...open, role: 'contributor' }, ben.id)).toEqual([true, false, false])
  expect(turns({ ...done, role: 'contributor' }, ben.id)).toEqual([false, false, false])
})

test('whom a question asks may answer its statement, too, and no other of its element', () => {
  const may = (userId: number) =>
    [100, 101].map((id) => mayAnswerStatement(seenAs('viewer'), userId, { id, element_id: 10 }))
  expect(may(cid.id)).toEqual([true, false])
  expect(may(ben.id)).toEqual([true, true])
  expect(may(4)).toEqual([false, false])
  expect(mayAnswerStatement(null, 4, { id: 100, element_id: 10 })).toBe(true)
  expect(questionsTo(seenAs('viewer'), cid.id, 100)).toMatchObject([{ id: 1 }])
})
