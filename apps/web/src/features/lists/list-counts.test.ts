import { expect, test } from 'vitest'
import { listCounts } from './list-counts.ts'

const counted = (total: number, has_more_than_total = false) => ({ total, has_more_than_total })

test.each([
  [counted(64), counted(248), '64 of 248 users'],
  [counted(248), counted(248), '248 users'],
  [counted(1), counted(1), '1 user'],
  [counted(12), counted(1000, true), '12 of more than 1,000 users'],
  [counted(1000, true), counted(1000, true), 'More than 1,000 users'],
])('%j of %j are "%s"', (found, all, text) => {
  expect(listCounts(found, all, { one: '# user', other: '# users' })).toBe(text)
})
