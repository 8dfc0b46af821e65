import { expect, test } from 'vitest'
import { differences, mergeRecords } from './merge-records.ts'

const NAMES = ['name', 'years', 'isRequired', 'auditors'] as const
const BASE = { name: 'Before', years: null as number | null, isRequired: false, auditors: [4, 9] }

test('what both changed differently is to be chosen, what only the other one changed is taken over', () => {
  const mine = { ...BASE, name: 'Mine', years: 5, isRequired: true }
  const theirs = { ...BASE, name: 'Theirs', auditors: [4], isRequired: true }
  const versions = { base: BASE, mine, theirs }
  expect(mergeRecords(NAMES, versions)).toEqual({ both: ['name'], applied: ['auditors'] })
})

test('a field that was put back, and a list in another order, are no change', () => {
  expect(differences(NAMES, BASE, { ...BASE, name: 'Before', auditors: [9, 4] })).toEqual([])
})

test('a field that is empty in another way is no change', () => {
  const before: { name?: string | null } = {}
  expect(differences<{ name?: string | null }>(['name'], before, { name: null })).toEqual([])
})
