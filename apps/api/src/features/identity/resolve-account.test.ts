import type { OidcSignIn } from 'contract/oidc'
import { describe, expect, test } from 'vitest'
import { type TestUser, aUser, anIdentity } from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { aSalesforceVisitor } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, anOpenidVisitor, ssoFailure } from '#testing/sso.ts'

// Which account a provider's user signs in at, through every door.

const s = await startSso('accounts', { isSalesforce: true })

type Door = {
  email: string
  issuer: () => string
  /** Prepares the door, which creates no users. */
  connect: () => Promise<unknown>
  enter: () => Promise<string>
  /** How a refusal ends. */
  ends: Record<
    'inactive' | 'linked-elsewhere' | 'link-by-hand' | 'no-account' | 'unknown-inactive',
    string
  >
}

const FAILURES = {
  inactive: ssoFailure('inactive'),
  'unknown-inactive': ssoFailure('inactive'),
  'linked-elsewhere': ssoFailure('linked-elsewhere'),
  'link-by-hand': ssoFailure('link-by-hand'),
  'no-account': ssoFailure('no-account'),
}

const DOORS: Record<string, Door> = {
  OpenID: {
    email: 'plant.manager@harbour.example',
    issuer: () => s.openid.issuer,
    connect: () => s.connect({ creates_users: false }),
    enter: () => anOpenidVisitor(s.t, s.tenant).signIn(),
    ends: FAILURES,
  },
  SAML: {
    email: 'quality.lead@harbour-saml.example',
    issuer: () => s.saml.entityId,
    connect: () => s.connectSaml({ creates_users: false }),
    enter: async () => {
      const visitor = aSamlVisitor(s.t.call, s.tenant)
      return await visitor.finish(await visitor.ask())
    },
    ends: FAILURES,
  },
  Salesforce: {
    email: 'plant.manager@harbour.example',
    issuer: () => s.openid.issuer,
    connect: async () => undefined,
    enter: async () => {
      const answer = await aSalesforceVisitor(s.t, s.openid, s.tenant).signIn()
      const { code, user } = answer.json<{ code?: string } & Partial<OidcSignIn>>()
      return user ? SSO_SUCCESS : String(code)
    },
    ends: {
      inactive: 'account-inactive',
      'unknown-inactive': 'oidc-not-linked',
      'linked-elsewhere': 'oidc-not-linked',
      'link-by-hand': 'oidc-not-linked',
      'no-account': 'oidc-not-linked',
    },
  },
}

describe.each(Object.entries(DOORS))('through %s', (name, door) => {
  const aPerson = async (options: Partial<Parameters<typeof aUser>[1]> = {}) =>
    await aUser(s.t.db, { tenant: s.tenant, email: door.email, ...options })
  const link = async (user: TestUser) =>
    await anIdentity(s.t.db, user, door.issuer(), { isSalesforce: name === 'Salesforce' })

  test('the account with the same address is linked and told, and found by its ID later', async () => {
    await s.t.db.deleteFrom('identities').execute()
    await door.connect()
    const user = await aPerson({ email: door.email.toUpperCase() })
    expect(await door.enter()).toBe(SSO_SUCCESS)
    expect(await s.identities()).toEqual([{ issuer: door.issuer(), user_id: user.id }])
    expect(await s.auditActions()).toContain('identity.linked')
    const [mail] = await mailsTo(s.t, user.email)
    expect(mail?.subject).toBe(`A sign-in method was added (${s.tenant.domain})`)
    await s.t.sql`update users set email = 'moved@example.org' where id = ${user.id}`
    await aPerson()
    expect(await door.enter()).toBe(SSO_SUCCESS)
    const sessions = await s.sessions()
    expect(new Set(sessions.map(({ user_id }) => user_id))).toEqual(new Set([user.id]))
    await s.setActive(user, false)
    expect(await door.enter()).toBe(door.ends.inactive)
    expect(await s.identities()).toHaveLength(1)
  })

  test.each<[string, keyof Door['ends'], () => Promise<unknown>]>([
    ['without an account', 'no-account', async () => undefined],
    [
      'with an account at another organisation',
      'no-account',
      async () => await aPerson({ tenant: await s.newTenant() }),
    ],
    ['with an inactive account', 'unknown-inactive', () => aPerson({ isActive: false })],
    ['with the role god-admin', 'link-by-hand', () => aPerson({ roles: ['god-admin'] })],
    ['with the role auditor', 'link-by-hand', () => aPerson({ roles: ['auditor'] })],
    [
      'whose account is linked to another ID',
      'linked-elsewhere',
      async () => await link(await aPerson()),
    ],
  ])('a user %s is refused, and nothing is linked', async (_, end, arrange) => {
    await s.t.db.deleteFrom('identities').execute()
    await door.connect()
    await arrange()
    const before = await s.identities()
    expect(await door.enter(), name).toBe(door.ends[end])
    expect([await s.identities(), await s.sessions()]).toEqual([before, []])
  })
})
