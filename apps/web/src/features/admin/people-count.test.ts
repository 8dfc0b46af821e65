import { expect, test } from 'vitest'
import { peopleCounts } from './people-count.ts'

const counted = (total: number, has_more_than_total = false) => ({ total, has_more_than_total })

test('the head says how many of how many, and where counting stopped', () => {
  expect(peopleCounts(counted(64), counted(248))).toBe('64 of 248 people')
  expect(peopleCounts(counted(248), counted(248))).toBe('248 people')
  expect(peopleCounts(counted(1), counted(1))).toBe('1 person')
  expect(peopleCounts(counted(12), counted(1000, true))).toBe('12 of more than 1,000 people')
  expect(peopleCounts(counted(1000, true), counted(1000, true))).toBe('More than 1,000 people')
})
