import { expect, test } from 'vitest'
import { listCounts } from './list-counts.ts'
import { peopleCount } from '#features/people/use-change-people.ts'

type Counted = ReturnType<typeof counted>

const counted = (total: number, has_more_than_total = false) => ({ total, has_more_than_total })

const countsOf = (found: Counted, all: Counted) => listCounts(found, all, peopleCount)

test('the head says how many of how many, and where counting stopped', () => {
  expect(countsOf(counted(64), counted(248))).toBe('64 of 248 people')
  expect(countsOf(counted(248), counted(248))).toBe('248 people')
  expect(countsOf(counted(1), counted(1))).toBe('1 person')
  expect(countsOf(counted(12), counted(1000, true))).toBe('12 of more than 1,000 people')
  expect(countsOf(counted(1000, true), counted(1000, true))).toBe('More than 1,000 people')
})
