import { expect, test } from 'vitest'
import { aTenant, aUser, theTenant } from '#testing/factories.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false, env: { PLATFORM_LABEL: 'admin-two' } })
const acme = await aTenant(t.db)

const kindAt = async (host: string, app = t) => {
  const { status, body } = await app.at(host).get('/tenant')
  return status === 200 ? (body as { is_platform: boolean }).is_platform : status
}

test('the platform is at PLATFORM_LABEL, and its name is that of the issuer at every organisation', async () => {
  expect(await kindAt('admin-two.localhost')).toBe(true)
  expect(await kindAt('admin.localhost')).toBe(404)
  const { body } = await t.at(acme.host).get('/issuer')
  expect(body).toMatchObject({ name: 'Waymark platform' })
})

test('only the installation with the label admin has the base domain and the public organisation', async () => {
  expect(await kindAt('localhost')).toBe(404)
  expect(await t.sql`select from tenants where kind = 'public'`).toEqual([])
  const first = await startTestApp({ works: false })
  expect(await kindAt('localhost', first)).toBe(false)
  await first.close()
})

test('another label moves the platform at the next start, and its users stay', async () => {
  const god = await aUser(t.db, {
    tenant: await theTenant(t.db, 'admin-two'),
    roles: ['god-admin'],
  })
  const later = await startTestApp({
    works: false,
    besides: t,
    env: { PLATFORM_LABEL: 'admin-west' },
  })
  const host = 'admin-west.localhost'
  expect(await kindAt('admin-two.localhost', later)).toBe(404)
  expect((await later.as({ ...god, host }).get('/customers')).status).toBe(200)
  await later.close()
})
