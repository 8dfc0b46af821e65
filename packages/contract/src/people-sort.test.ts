import { expect, test } from 'vitest'
import { peopleSort } from './people-sort.ts'

test('sort wins over order_column and order_dir; without any the list goes by name', () => {
  expect(peopleSort({})).toBe('name.asc')
  expect(peopleSort({ order_dir: 'desc' })).toBe('name.desc')
  expect(peopleSort({ order_column: 'email' })).toBe('email.asc')
  expect(peopleSort({ sort: 'tenant_id.asc', order_column: 'email', order_dir: 'desc' })).toBe(
    'tenant_id.asc',
  )
})
