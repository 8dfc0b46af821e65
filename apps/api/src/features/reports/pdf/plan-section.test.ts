import { expect, test } from 'vitest'
import { planSection } from './plan-section.ts'

const ACTION = {
  title: 'Name a lead',
  status: 'in_progress' as const,
  owner: 'Ben Helper',
  due_on: '2027-03-04',
  note: '',
  reference: 'B1',
  element: 'Steering',
  is_in_scope: true,
}

test('a printed plan has its day, and for each action who does it by when and how far it is', () => {
  const other = { ...ACTION, owner: null, due_on: null, note: 'Ask.', is_in_scope: false }
  expect(planSection({ on: '2026-11-30', actions: [ACTION, other] })).toMatchObject({
    hint: 'The plan as of 30 November 2026',
    rows: [
      { text: 'Name a lead', owner: 'Ben Helper', due: '4 March 2027', status: 'In progress' },
      { note: 'Ask.', owner: null, due: null, status: 'In progress, outside the scope' },
    ],
  })
})

test('a report without a plan has no section for it', () => {
  expect(planSection(undefined)).toBeNull()
  expect(planSection({ on: '2026-11-30', actions: [] })).toBeNull()
})
