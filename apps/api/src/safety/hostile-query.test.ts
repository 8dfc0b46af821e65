import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sampleOf } from '#testing/samples.ts'
import { operations, urlOf } from '#testing/operations.ts'
import { type FilledTenant, aFilledTenant } from '#testing/tenant-fixture.ts'
import { credentialsOf } from '#testing/principals.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let place: FilledTenant

beforeAll(async () => {
  t = await startTestApp({ works: false })
  place = await aFilledTenant(t, 'admin', ['god-admin'])
  // One caller for every operation.
  await t.owner.query(`update users set roles = '{admin,god-admin}' where 'god-admin' = any(roles)`)
})
afterAll(async () => await t.close())

const asking = operations.filter(
  ({ endpoint }) => endpoint.query instanceof z.ZodObject && !endpoint.redirect,
)

// A NUL cannot be stored, so PostgreSQL refuses whatever holds one; the others hide what a text says.
test.each(asking.map((operation) => [operation.name, operation] as const))(
  '%s says that a character cannot be shown, in whichever part of its query it stands',
  async (_, operation) => {
    const { endpoint } = operation
    const god = place.people.get('god-admin')
    if (!god) throw new Error('There is no such person.')
    const { params } = sampleOf(operation, god.ids)
    const { token } = await credentialsOf(t, god.principal)
    for (const field of Object.keys((endpoint.query as z.ZodObject).shape)) {
      for (const value of ['a\u0000b', 'a\u202eb', '\u001b[2J']) {
        const { statusCode } = await t.call({
          method: endpoint.method,
          host: place.tenant.host,
          headers: { authorization: `Bearer ${token}` },
          url: `${urlOf(endpoint, params)}?${new URLSearchParams({ [field]: value }).toString()}`,
        })
        expect([field, value, statusCode]).toEqual([field, value, 400])
      }
    }
  },
)
