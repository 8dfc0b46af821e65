import { expect, test } from 'vitest'
import { startTestApp, testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

const ready = async () => {
  const answer = await t.call({ host: '10.0.0.1:4003', url: '/api/ready' })
  return { status: answer.statusCode, ...answer.json<{ database: string }>() }
}
const WELL = { database: 'ok', migrations: 'ok', queue: 'ok' }

test('the server is alive and ready for any host name', async () => {
  const answer = await t.call({ host: '10.0.0.1:4003', url: '/api/health' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'alive' }])
  expect(await ready()).toEqual({ ...WELL, status: 'ready' })
})

test('the server is not ready while a migration is missing', async () => {
  await t.sql`create table kept as select * from migrations`
  await t.sql`delete from migrations where name = (select max(name) from migrations)`
  expect(await ready()).toEqual({ ...WELL, status: 'not-ready', migrations: 'failing' })
  await t.sql`insert into migrations select * from kept on conflict do nothing`
  expect((await ready()).status).toBe('ready')
})

test('the server is not ready without its queue', async () => {
  await t.sql`alter schema pgboss rename to elsewhere`
  expect(await ready()).toEqual({ ...WELL, status: 'not-ready', queue: 'failing' })
  await t.sql`alter schema elsewhere rename to pgboss`
  expect((await ready()).status).toBe('ready')
})

test('staging and support are readable without signing in', async () => {
  const answer = await t.at('localhost').get('/sys')
  expect(answer.body).toEqual({
    is_staging: false,
    production_url: null,
    support_email: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  const env = {
    STAGING: 'true',
    PRODUCTION_URL: 'https://waymark.example.org',
    SUPPORT_EMAIL: 'help@example.org',
  }
  const staging = await startTestApp({ works: false, env })
  expect((await staging.at('localhost').get('/sys')).body).toMatchObject({
    is_staging: true,
    production_url: env.PRODUCTION_URL,
    support_email: env.SUPPORT_EMAIL,
  })
  await staging.close()
})
