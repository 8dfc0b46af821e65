import { describe, expect, test } from 'vitest'
import { aUser, theTenant } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, pathOf, ssoFailure } from '#testing/sso.ts'

const s = await startSso('ended')
const god = await aUser(s.t.db, { tenant: await theTenant(s.t.db, 'admin'), roles: ['god-admin'] })
const at = (id: number) => `/customers/${s.tenant.id}/connections/${id}`
const change = async (id: number, settings: object, version = 1) =>
  await s.t.as(god).patch(at(id), { version, ...settings })

describe('a verified SAML answer that waits for its browser', () => {
  test.each([
    ['certificate', () => ({ idp_certificate: s.otherSaml.certificate })],
    ['entity ID', () => ({ issuer: 'https://other.example' })],
    ['sign-in address', () => ({ entry_point: 'http://127.0.0.1:1/other' })],
  ])('is refused after the %s of the connection changed', async (_, settings) => {
    const id = await s.connectSaml()
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const finish = await visitor.post(await visitor.ask())
    expect((await change(id, settings())).status).toBe(200)
    expect(pathOf(await visitor.open(finish))).toBe(ssoFailure('expired'))
    expect(await s.identities()).toEqual([])
  })

  test('is refused after the connection was turned off and on again', async () => {
    const id = await s.connectSaml()
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const finish = await visitor.post(await visitor.ask())
    await change(id, { is_active: false })
    await change(id, { is_active: true }, 2)
    expect(pathOf(await visitor.open(finish))).toBe(ssoFailure('expired'))
  })

  test('is accepted after the connection got another name', async () => {
    const id = await s.connectSaml()
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const finish = await visitor.post(await visitor.ask())
    expect((await change(id, { name: 'Renamed' })).status).toBe(200)
    expect(pathOf(await visitor.open(finish))).toBe(SSO_SUCCESS)
  })
})
