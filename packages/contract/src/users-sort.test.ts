import { expect, test } from 'vitest'
import { usersSort } from './users-sort.ts'

test('sort takes precedence over order_column and order_dir; the default is by name', () => {
  expect(usersSort({})).toBe('name.asc')
  expect(usersSort({ order_dir: 'desc' })).toBe('name.desc')
  expect(usersSort({ order_column: 'email' })).toBe('email.asc')
  expect(usersSort({ sort: 'tenant_id.asc', order_column: 'email', order_dir: 'desc' })).toBe(
    'tenant_id.asc',
  )
})
