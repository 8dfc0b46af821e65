import { expect, test } from 'vitest'
import { PIXEL, aTenant, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp()

test('an organisation’s host has the name, colours and logo of the platform as the issuer', async () => {
  const platform = await theTenant(t.db, 'admin')
  const { host } = await aTenant(t.db, { name: 'Northfield Trust' })
  await t.sql`update tenants set brand_colour = '#7A1FA2', logo = ${PIXEL} where id = ${platform.id}`
  const at = async (path: string, where = host) => await t.at(where).get(path)
  expect((await at('/issuer')).body).toEqual({
    name: 'Waymark platform',
    logo_url: '/api/issuer/logo',
    logo_size: { width: 1, height: 1 },
  })
  const { text } = await at('/issuer/brand.css')
  expect(text).toBe((await at('/tenant/brand.css', platform.host)).text)
  expect(text).not.toBe((await at('/tenant/brand.css')).text)
  const logo = await at('/issuer/logo')
  expect(logo).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  expect((await at('/tenant/logo')).status).toBe(404)
})
