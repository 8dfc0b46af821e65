import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

// Two nodes on one database: what one did, the next request to the other one meets.
let here: TestApp
let there: TestApp
let tenant: TestTenant
beforeAll(async () => {
  here = await startTestApp({ works: false })
  there = await startTestApp({ works: false, besides: here })
  tenant = await aTenant(here.db)
})
afterAll(async () => {
  await there.close()
  await here.close()
})

/** Somebody whose next calls all go to the other node, which has served them already. */
async function signedInThere(roles: ('user' | 'admin')[] = ['user'], at = tenant) {
  const user = await aUser(here.db, { tenant: at, roles })
  const calls = there.as(user)
  expect((await calls.get('/user')).status).toBe(200)
  return { user, calls, elsewhere: here.as(user) }
}

test('a deactivated person is out on every node', async () => {
  const { user, calls } = await signedInThere()
  await here.owner.query('update users set is_active = false where id = $1', [user.id])
  expect((await calls.get('/user')).code).toBe('signed-out')
  expect((await calls.post('/assessments', { year: 2026, type: 'self_assessment' })).code).toBe(
    'signed-out',
  )
})

test('a role that was taken away is gone on every node', async () => {
  const { user, calls } = await signedInThere(['admin'])
  expect((await calls.get('/customers')).status).toBe(200)
  await here.owner.query(`update users set roles = '{user}' where id = $1`, [user.id])
  expect((await calls.get('/customers')).code).toBe('forbidden')
})

test('a suspended organisation is closed on every node', async () => {
  const closed = await aTenant(here.db)
  const { calls } = await signedInThere(['user'], closed)
  await here.owner.query(`update tenants set status = 'suspended' where id = $1`, [closed.id])
  expect((await calls.get('/user')).code).toBe('organisation-suspended')
  expect((await calls.get('/overview')).code).toBe('organisation-suspended')
})

test('terms that were issued anew are asked for on every node', async () => {
  const { calls } = await signedInThere()
  expect((await calls.get('/overview')).status).toBe(200)
  await here.owner.query(`insert into terms (version, text) values (2, 'New ones')`)
  expect((await calls.get('/overview')).code).toBe('terms-not-accepted')
  await here.owner.query('delete from terms where version = 2')
})

test('signing out everywhere on one node ends every session on the other', async () => {
  const { calls, elsewhere } = await signedInThere()
  expect((await elsewhere.post('/user/sessions/removal')).status).toBe(204)
  expect((await calls.get('/user')).code).toBe('signed-out')
  expect((await elsewhere.get('/user')).code).toBe('signed-out')
})
