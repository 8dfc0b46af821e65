import { expect, test } from 'vitest'
import { apiBase, scopeOf, type Scope } from './host.ts'

const PLACES: [hostname: string, pathname: string, scope: Scope][] = [
  ['admin.localhost', '/', 'admin'],
  ['admin.example.org', '/login', 'admin'],
  ['badminton.example.org', '/', 'admin'],
  ['acme.localhost', '/admin', 'admin'],
  ['acme.localhost', '/admin/users', 'admin'],
  ['localhost', '/admin', 'admin'],
  ['acme.localhost', '/', 'private'],
  ['acme.example.org', '/login', 'private'],
  ['a.b.example.org', '/', 'private'],
  ['product.co.uk', '/', 'private'],
  ['localhost', '/', 'public'],
  ['localhost', '/login', 'public'],
  ['example.org', '/', 'public'],
]

test.each(PLACES)('%s%s is in %s scope', (hostname, pathname, scope) => {
  expect(scopeOf({ hostname, pathname })).toBe(scope)
})

test('the server’s admin host is in admin scope under any name', () => {
  const place = { hostname: 'control.example.org', pathname: '/' }
  expect(scopeOf({ ...place, isAdminHost: true })).toBe('admin')
  expect(scopeOf({ ...place, isAdminHost: false })).toBe('private')
})

test('the API is on the same host, on port 4003 when the page has a port', () => {
  const acme = { protocol: 'http:', hostname: 'acme.localhost' }
  expect(apiBase(acme, true)).toBe('http://acme.localhost:4003/api')
  expect(apiBase(acme, false)).toBe('/api')
})
