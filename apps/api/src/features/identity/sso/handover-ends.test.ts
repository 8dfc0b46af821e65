import { visitProvider } from 'e2e/idp/visit-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestTenant, type TestUser, aUser, theTenant } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aBrowser, lastRefusal, originAt, pathOf, ssoFailure } from '#testing/sso.ts'

const s = await startSso('handends')
const EMAIL = IDP_PEOPLE[0]?.email ?? ''
const god = await aUser(s.t.db, {
  tenant: await theTenant(s.t.db, 'admin'),
  roles: ['god-admin'],
})
const at = (id: number) => `/customers/${s.tenant.id}/connections/${id}`
const patch = async (id: number, change: object) =>
  expect(await s.t.as(god).patch(at(id), { version: 1, ...change })).toMatchObject({ status: 200 })
const liveSessionsOf = async ({ id }: TestUser) =>
  (await s.t.sql`select from sessions where user_id = ${id} and revoked_at is null`).length
const linksOf = async ({ id }: TestUser) =>
  (await s.t.sql`select from identities where user_id = ${id}`).length

const ENDS: Record<string, (id: number) => Promise<unknown>> = {
  'turned off': (id) => patch(id, { is_active: false }),
  removed: (id) => s.t.as(god).delete(at(id)),
  'unlinked from all': (id) => s.t.as(god).delete(`${at(id)}/links`),
  'led to other users': (id) => patch(id, { people_of: null }),
}

describe('a connection for the users of another organisation', () => {
  let works: TestTenant
  let user: TestUser
  beforeEach(async () => {
    works = await s.newTenant()
    user = await aUser(s.t.db, { tenant: works, email: EMAIL })
  })

  /** Signs in and takes this many steps of the handover. */
  async function stand(steps: number) {
    const id = await s.connect({ people_tenant_id: works.id })
    const browser = aBrowser(s.t.call)
    const start = await browser.open(`${originAt(s.tenant)}/api/auth/sso/harbour.example/start`)
    let url = await browser.open(await visitProvider(start.href, 'plant'))
    for (let step = 0; step < steps; step += 1) url = await browser.open(url)
    return {
      id,
      goOn: async () => {
        while (url.pathname.startsWith('/api/')) url = await browser.open(url)
        return pathOf(url)
      },
    }
  }

  test.each(Object.keys(ENDS).flatMap((name) => [0, 1, 2].map((steps) => ({ name, steps }))))(
    'that is $name ends a handover after $steps steps',
    async ({ name, steps }) => {
      const { id, goOn } = await stand(steps)
      await ENDS[name]?.(id)
      expect(await goOn()).toBe(ssoFailure('changed'))
      const said = steps < 2 ? s.tenant : works
      expect(await lastRefusal(s.t.db, said)).toMatchObject({
        detail: expect.stringMatching(/changed, turned off or removed.*Start again/),
      })
      expect(await liveSessionsOf(user)).toBe(0)
    },
  )

  test.each([{ people_of: null }, { people_of: null, is_active: false }])(
    'ends the sessions and links of its former users with %j',
    async (change) => {
      const { id, goOn } = await stand(0)
      expect(await goOn()).toBe(SSO_SUCCESS)
      expect([await liveSessionsOf(user), await linksOf(user)]).toEqual([1, 1])
      await patch(id, change)
      expect([await liveSessionsOf(user), await linksOf(user)]).toEqual([0, 0])
    },
  )

  test.each([
    [
      'sessions only, if the god-admin keeps them',
      () => ({ people_of: null, sessions: 'keep' }),
      [1, 0],
    ],
    [
      'sessions and links, if its users stay the same',
      () => ({ people_of: works.id, name: 'Renamed' }),
      [1, 1],
    ],
  ])('keeps %s', async (_, change, left) => {
    const { id, goOn } = await stand(0)
    expect(await goOn()).toBe(SSO_SUCCESS)
    await patch(id, change())
    expect([await liveSessionsOf(user), await linksOf(user)]).toEqual(left)
  })
})
