import { expect, test } from 'vitest'
import { describeAccess } from '#testing/access-matrix.ts'
import { OPEN_BEFORE_TERMS, accessByPath } from '#testing/expected-access.ts'
import { operations } from '#testing/operations.ts'
import { samples } from '#testing/samples.ts'

const t = await describeAccess()

test('every operation is bound and has the access that its path requires', () => {
  const wrong = operations.filter(
    ({ name, endpoint }) =>
      accessByPath({ name, endpoint }) !== endpoint.access ||
      (endpoint.beforeTerms ?? false) !== OPEN_BEFORE_TERMS.includes(name) ||
      !t.http.hasRoute({ method: endpoint.method, url: `/api${endpoint.path}` }),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
  const names = new Set(operations.map(({ name }) => name))
  expect(Object.keys(samples).filter((name) => !names.has(name))).toEqual([])
})

test('every bound route is an operation of the contract, the documentation, or a file', () => {
  const known = new Set(operations.map(({ endpoint: { method, path } }) => `${method} /api${path}`))
  const others = boundRoutes(t.http.printRoutes({ commonPrefix: false })).filter(
    (route) => !known.has(route) && !/^(HEAD|OPTIONS) /.test(route),
  )
  expect(others.filter((route) => !/^GET \/api\/(docs(\/.*)?|openapi\.json)$/.test(route))).toEqual(
    [],
  )
})

/** For example `GET /api/user`, read from the router's printed tree. */
function boundRoutes(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', rest = ''] = /^([\s│]*)[├└]── (.*)$/.exec(line) ?? []
    if (rest === '') return []
    const depth = Math.floor(indent.length / 4)
    const [segment = '', methods = ''] = rest.split(/ \(|\)/)
    path.splice(depth, path.length, segment)
    return methods === '' || methods === '-'
      ? []
      : methods.split(', ').map((method) => `${method} ${path.join('')}`)
  })
}
