import { expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { longSet } from '#testing/long-set.ts'
import { testApp } from '#testing/test-app.ts'
import { draftElementOf } from '#features/content/draft-of-file.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })

const headers = { 'content-type': 'application/json' }
const send = (payload: string) => t.as(admin).post('/content-imports', payload, { headers })
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`

test('a long body is not parsed before its sender has access', async () => {
  const answer = await t.call({
    method: 'POST',
    host: tenant.host,
    url: '/api/content-imports',
    payload: keys(100_000).slice(0, -1),
    headers,
  })
  expect(answer.json()).toMatchObject({ code: 'signed-out' })
})

test.each([
  ['is empty', '', 'The body is empty. Send JSON.'],
  ['is cut off', '{"name":', 'The body is not valid JSON.'],
  ['is long and cut off', keys(100_000).slice(0, -1), 'The body is not valid JSON.'],
])('a body for long values that %s is refused', async (_, payload, message) => {
  expect(await send(payload)).toMatchObject({
    status: 400,
    body: { code: 'invalid-input', message },
  })
})

test('a long body with many faults is refused with 1,000 of them', async () => {
  const { status, body } = await send(keys(100_000))
  expect([status, Object.keys((body as { fields: object }).fields).length]).toEqual([400, 1000])
})

test('a long body with a key that sets a prototype is refused', async () => {
  const answer = await send(`{"__proto__":{"x":1},${keys(30_000).slice(1)}`)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
})

test('a long element is saved', async () => {
  const [part] = longSet({ elements: 1, statements: 500, responses: 5 }).elements
  const element = part && draftElementOf(part)
  expect(JSON.stringify(element).length).toBeGreaterThan(256 * 1024)
  const created = await t.as(admin).post('/content-sets', { title: 'Long' })
  const path = `/content-sets/${(created.body as { id: number }).id}/elements`
  const added = await t.as(admin).post(path, { element, after: null })
  expect(added).toMatchObject({ status: 200, body: { element } })
})

test('a body of usual size with more than 20,000 values is refused', async () => {
  const body = { emails: ['a@x.org'], roles: Array.from({ length: 30_000 }, () => 0) }
  expect(await t.as(admin).post('/invitations', body)).toMatchObject({
    status: 413,
    body: {
      code: 'too-large',
      message: 'The request has more than 20,000 values. Send fewer at a time.',
    },
  })
})

test('a body of usual size with many faults is refused with 1,000 of them', async () => {
  const { status, body } = await t.as(admin).post('/invitations', JSON.parse(keys(5000)) as object)
  expect([status, Object.keys((body as { fields: object }).fields).length]).toEqual([400, 1000])
})
