import { describe, expect, test } from 'vitest'
import { aUser, theTenant } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, anOpenidVisitor, lastRefusal, pathOf } from '#testing/sso.ts'

const s = await startSso('ended')
const god = await aUser(s.t.db, { tenant: await theTenant(s.t.db, 'admin'), roles: ['god-admin'] })
const at = (id: number) => `/customers/${s.tenant.id}/connections/${id}`
const change = async (id: number, settings: object, version = 1) =>
  await s.t.as(god).patch(at(id), { version, ...settings })

const remove = async (id: number) => expect((await s.t.as(god).delete(at(id))).status).toBe(204)
const REMOVED = /was removed after the sign-in started\. Add it again/

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
    await s.expectRefused(pathOf(await visitor.open(finish)), 'changed', /was changed after/)
    expect(await s.identities()).toEqual([])
  })

  test('is refused after the connection was turned off and on again', async () => {
    const id = await s.connectSaml()
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const finish = await visitor.post(await visitor.ask())
    await change(id, { is_active: false })
    await change(id, { is_active: true }, 2)
    await s.expectRefused(pathOf(await visitor.open(finish)), 'changed', /was changed after/)
  })

  test('is refused after the connection was removed', async () => {
    const id = await s.connectSaml()
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const finish = await visitor.post(await visitor.ask())
    await remove(id)
    await s.expectRefused(pathOf(await visitor.open(finish)), 'changed', REMOVED)
  })

  test('is accepted after the connection got another name', async () => {
    const id = await s.connectSaml()
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const finish = await visitor.post(await visitor.ask())
    expect((await change(id, { name: 'Renamed' })).status).toBe(200)
    expect(pathOf(await visitor.open(finish))).toBe(SSO_SUCCESS)
  })
})

describe('a sign-in that has started', () => {
  test.each([
    [{ client_id: 'another' }, /was changed after the sign-in started\. Start again/],
    [{ creates_users: false }, /was changed after/],
    [{ required_contexts: ['phr'] }, /was changed after/],
    [{ is_active: false }, /was turned off after.*Turn it on/],
  ])(
    'says that the connection was changed or turned off, not that it expired: %j',
    async (settings, said) => {
      const [id, samlId] = [await s.connect(), await s.connectSaml()]
      const [visitor, samlVisitor] = [
        anOpenidVisitor(s.t, s.tenant),
        aSamlVisitor(s.t.call, s.tenant),
      ]
      const [back, form] = [await visitor.comeBack(), await samlVisitor.ask()]
      expect((await change(id, settings)).status).toBe(200)
      const { client_id, ...others } = { client_id: undefined, ...settings }
      expect(
        (await change(samlId, client_id === undefined ? others : { issuer: 'x' })).status,
      ).toBe(200)
      await s.expectRefused(pathOf(await visitor.open(back)), 'changed', said)
      expect(await lastRefusal(s.t.db, s.tenant)).toMatchObject({ domain: 'harbour.example' })
      await s.expectRefused(await samlVisitor.finish(form), 'changed', said)
      expect(await lastRefusal(s.t.db, s.tenant)).toMatchObject({ domain: 'harbour-saml.example' })
      expect(await s.identities()).toEqual([])
    },
  )

  test('says that the connection was removed, not that it expired', async () => {
    const [id, samlId] = [await s.connect(), await s.connectSaml()]
    const [visitor, samlVisitor] = [
      anOpenidVisitor(s.t, s.tenant),
      aSamlVisitor(s.t.call, s.tenant),
    ]
    const [back, form] = [await visitor.comeBack(), await samlVisitor.ask()]
    await remove(id)
    await remove(samlId)
    await s.expectRefused(pathOf(await visitor.open(back)), 'changed', REMOVED)
    await s.expectRefused(await samlVisitor.finish(form), 'changed', REMOVED)
    expect(await s.identities()).toEqual([])
  })

  test('leads to a new connection of the same domain only from its start', async () => {
    const id = await s.connect()
    const visitor = anOpenidVisitor(s.t, s.tenant)
    const back = await visitor.comeBack()
    await remove(id)
    await s.connect()
    await s.expectRefused(pathOf(await visitor.open(back)), 'changed', REMOVED)
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
  })

  test('says once that the connection is turned off, at its start', async () => {
    await s.connect({ is_active: false })
    await s.expectRefused(
      await anOpenidVisitor(s.t, s.tenant).signIn(),
      'unknown-domain',
      /connection for the domain harbour\.example is turned off\. Turn it on/,
    )
  })
})
