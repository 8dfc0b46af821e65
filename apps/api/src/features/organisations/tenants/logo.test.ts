import { tenants } from 'contract/tenants'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  PIXEL,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

let admin: TestUser
let northfield: TestTenant
const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
beforeEach(async () => {
  northfield = await aTenant(t.db, { name: 'Northfield Trust' })
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
})

const detailsOf = async (by: TestUser) =>
  tenants.get.response.parse((await t.as(by).get(`/customers/${northfield.id}`)).body)
const putLogo = (file: Buffer | string, version: string | null = null) =>
  t.as(admin).put(`/customers/${northfield.id}/logo`, {
    version,
    image: Buffer.from(file).toString('base64'),
  })
const logoVersion = async () => String((await detailsOf(admin)).logo_version)
const removeLogo = (version: string) =>
  t.as(admin).delete(`/customers/${northfield.id}/logo?version=${version}`)

test('a logo is served at the organisation’s host until it is removed', async () => {
  expect((await putLogo(PIXEL)).status).toBe(204)
  expect(await detailsOf(admin)).toMatchObject({ has_logo: true })
  const served = await t.at(northfield.host).get('/tenant/logo')
  expect(served.headers['content-type']).toBe('image/png')
  expect((await t.as(god).get(`/customers/${northfield.id}/logo`)).status).toBe(200)
  expect((await removeLogo(await logoVersion())).status).toBe(204)
  expect((await t.as(admin).get(`/customers/${northfield.id}/logo`)).status).toBe(404)
})

test('the organisation’s host tells the size of its logo, so that a page keeps the place', async () => {
  const sizeOf = async () =>
    tenants.current.response.parse((await t.at(northfield.host).get('/tenant')).body).logo_size
  expect(await sizeOf()).toBeNull()
  const create = { width: 900, height: 300, channels: 3 as const, background: '#1C5C46' }
  await putLogo(await sharp({ create }).jpeg().toBuffer())
  const drawn = { width: 512, height: 171 }
  expect(await sizeOf()).toEqual(drawn)
  expect(await detailsOf(admin)).toMatchObject({ logo_size: drawn })
  await t.sql`update tenants set logo = 'x' where id = ${northfield.id}`
  await t.app.hosts(northfield.host, { isFresh: true })
  expect(await sizeOf()).toBeNull()
})

test('a changed colour and logo are served straight away, and not sent again while they stay', async () => {
  const at = (path: string, mark = '') =>
    t.call({
      host: northfield.host,
      method: 'GET',
      url: `/api${path}`,
      headers: { 'if-none-match': mark },
    })
  const marksOf = async () => {
    const answers = await Promise.all([at('/tenant/brand.css'), at('/tenant/logo')])
    for (const { headers } of answers) expect(headers['cache-control']).toBe('public, no-cache')
    return answers.map(({ headers }) => String(headers.etag))
  }
  await putLogo(PIXEL)
  const [css = '', logo = ''] = await marksOf()
  expect(await at('/tenant/brand.css', css)).toMatchObject({ statusCode: 304, body: '' })
  expect((await at('/tenant/logo', `W/${logo}`)).statusCode).toBe(304)
  const { version } = await detailsOf(admin)
  await t.as(admin).patch(`/customers/${northfield.id}`, { version, brand_colour: '#8C1D40' })
  const create = { width: 4, height: 4, channels: 3 as const, background: '#1C5C46' }
  await putLogo(await sharp({ create }).png().toBuffer(), await logoVersion())
  expect((await at('/tenant/brand.css', css)).statusCode).toBe(200)
  expect((await at('/tenant/logo', logo)).statusCode).toBe(200)
  await removeLogo(await logoVersion())
})

test('a logo that someone else changed is neither replaced nor removed', async () => {
  const create = { width: 4, height: 4, channels: 3 as const, background: '#1C5C46' }
  await putLogo(PIXEL)
  const seen = await logoVersion()
  expect((await putLogo(await sharp({ create }).png().toBuffer(), seen)).status).toBe(204)
  const current = await logoVersion()
  expect(current).not.toBe(seen)
  const conflict = { status: 409, code: 'conflict', body: { details: { logo_version: current } } }
  for (const late of [putLogo(PIXEL, seen), putLogo(PIXEL), removeLogo(seen)])
    expect(await late).toMatchObject(conflict)
  expect((await removeLogo(current)).status).toBe(204)
  expect(await putLogo(PIXEL, current)).toMatchObject({ status: 409, code: 'conflict' })
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['text', 'not a picture'],
  ['a broken PNG', PIXEL.subarray(0, 30)],
  ['an empty file', ''],
])('%s is refused as a logo', async (_, file) => {
  expect(await putLogo(file)).toMatchObject({
    status: 400,
    body: { fields: { image: expect.stringContaining('PNG, JPEG or WebP') } },
  })
})

test('a logo above 2 MB is refused', async () => {
  const MB = 1024 * 1024
  expect((await putLogo(Buffer.alloc(2.1 * MB))).status).toBe(400)
  expect((await putLogo(Buffer.alloc(3 * MB))).status).toBe(413)
})
