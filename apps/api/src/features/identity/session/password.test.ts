import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { PASSWORD, type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
})
afterAll(() => t.close())

const statusOf = async (email: string, password: string) =>
  (await aBrowser(t.call, northfield.host).signIn(email, password)).statusCode

test('a password counts exactly as it was typed, to its last character', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  const password = `${'Ångström '.repeat(14)}X1`
  expect(password).toHaveLength(128)
  const body = { current_password: PASSWORD, password }
  expect((await t.as(user).put('/user/password', body)).status).toBe(204)
  const others = [
    password.toLowerCase(),
    password.slice(0, -1),
    `${password.slice(0, -1)}2`,
    `${password.slice(0, 72)}${'x'.repeat(56)}`,
    password.normalize('NFD').slice(0, 128),
    password.replace(/^Å/, 'A'),
    ` ${password.slice(1)}`,
  ]
  for (const other of others) expect(await statusOf(user.email, other), other).toBe(401)
  expect(await statusOf(user.email, password)).toBe(200)
})

test('a password does not grow too old', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  await t.owner.query(
    `update users set created_at = now() - interval '10 years', last_login_at = now() - interval '9 years' where id = $1`,
    [user.id],
  )
  expect(await statusOf(user.email, PASSWORD)).toBe(200)
  expect((await t.as(user).get('/overview')).status).toBe(200)
})

test('no hint, question or answer is kept that could stand for a password', async () => {
  const { rows } = await t.owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'users'`,
  )
  expect(rows.map(({ name }) => name)).toContain('password_hash')
  expect(rows.filter(({ name }) => /hint|question|answer|maiden|birth/.test(name))).toEqual([])
})
