import type { Plan, PlannedAction } from 'contract/plan'
import { expect, test } from 'vitest'
import { type PlanSearch, actionsFor } from './plan-list.ts'

const anAction = (title: string, more: Partial<PlannedAction> = {}) =>
  ({
    title,
    note: '',
    statement: null,
    owner: null,
    due_on: null,
    status: 'open',
    ...more,
  }) as PlannedAction

const ann = { id: 7, name: 'Ann' }
const plan = {
  actions: [
    anAction('b', { status: 'done', due_on: '2026-02-01' }),
    anAction('a', { owner: ann, note: 'Ask the board' }),
    anAction('c', { owner: { id: 8, name: 'Ben' }, due_on: '2026-01-01' }),
  ],
} as Plan

const titles = (search: PlanSearch) =>
  actionsFor(plan, search)
    .map(({ title }) => title)
    .join('')

test('a plan is by statement, or by what the reader chooses, and what is missing is last', () => {
  expect(titles({})).toBe('bac')
  expect(titles({ sort: 'title.asc' })).toBe('abc')
  expect(titles({ sort: 'due.asc' })).toBe('cba')
  expect(titles({ sort: 'owner.asc' })).toBe('acb')
  expect(titles({ sort: 'status.desc' })).toBe('bac')
})

test('it shows what matches every filter', () => {
  expect(titles({ status: ['done', 'dropped'] })).toBe('b')
  expect(titles({ owner: [7, 8], search: ' board'.trim().toUpperCase() })).toBe('a')
  expect(titles({ owner: [0] })).toBe('b')
})
