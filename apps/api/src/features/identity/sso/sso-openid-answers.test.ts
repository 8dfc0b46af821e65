import { SignJWT, decodeJwt, importJWK } from 'jose'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import {
  type OpenidVisitor,
  SSO_SUCCESS,
  allowSso,
  anOpenidConnection,
  anOpenidVisitor,
  lastRefusal,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let provider: OidcProvider
let other: OidcProvider
let tenant: TestTenant
let visitor: OpenidVisitor
let made = 0

const ORIGINS = Array.from({ length: 60 }, (_, n) => `http://answer${n}.localhost:4003`)
const PLANT = IDP_PEOPLE[0]?.email ?? ''

beforeAll(async () => {
  t = await startTestApp({ works: false })
  provider = await startOidcProvider({ origins: ORIGINS })
  other = await startOidcProvider({ origins: ORIGINS })
})
afterAll(async () => {
  await provider.stop()
  await other.stop()
  await t.close()
})
beforeEach(async () => {
  tenant = await aTenant(t.db, { domain: `answer${made++}` })
  await allowSso(t.db, tenant)
  visitor = anOpenidVisitor(t, tenant)
})
afterEach(() => {
  provider.rewriteToken = undefined
  other.rewriteToken = undefined
})

const connect = (wish: Partial<Parameters<typeof anOpenidConnection>[3]> = {}, idp = provider) =>
  anOpenidConnection(t.db, t.app.secrets, idp, { tenant, ...wish })

describe('what the provider answers', () => {
  /** Changes the id token's claims, signed as the provider would. */
  function forge(
    change: (claims: Record<string, unknown>) => Record<string, unknown>,
    { alg = 'RS256', by = provider } = {},
  ) {
    provider.rewriteToken = async (answer) => {
      const claims = change({ ...decodeJwt(String(answer.id_token)) })
      const { kid = '' } = provider.signingKey
      const key = await importJWK(by.signingKey, 'RS256')
      const id_token =
        alg === 'none'
          ? `${part({ alg })}.${part(claims)}.`
          : await new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key)
      return { ...answer, id_token }
    }
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = () => Math.floor(Date.now() / 1000)

  test('an id token with other claims, signed by the provider, passes: the forgery itself works', async () => {
    await connect()
    forge((claims) => ({ ...claims, name: 'Renamed' }))
    expect(await visitor.signIn('new')).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).name).toBe('Renamed')
  })

  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['another client’s audience', (claims) => ({ ...claims, aud: 'another-client' })],
    [
      'several audiences without saying for which',
      (claims) => ({ ...claims, aud: ['waymark-server', 'x'], azp: 'x' }),
    ],
    ['another issuer', (claims) => ({ ...claims, iss: 'http://127.0.0.1:9/other' })],
    ['no subject', ({ sub: _, ...claims }) => claims],
    ['an expiry long past', (claims) => ({ ...claims, exp: now() - 90, iat: now() - 400 })],
    ['a time of issue far ahead', (claims) => ({ ...claims, nbf: now() + 90 })],
  ])('%s is refused', async (_, change) => {
    await connect()
    forge(change)
    expect(await visitor.signIn()).toBe(ssoFailure('rejected'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'rejected' })
  })

  test.each<[unknown, string]>([
    [true, SSO_SUCCESS],
    ['true', SSO_SUCCESS],
    [undefined, SSO_SUCCESS],
    [false, ssoFailure('no-account')],
    ['false', ssoFailure('no-account')],
    [0, ssoFailure('no-account')],
  ])('an address of which it says that it is verified: %j', async (email_verified, end) => {
    await connect()
    forge((claims) => ({ ...claims, email_verified }))
    expect(await visitor.signIn('new')).toBe(end)
  })

  test('clocks may differ by half a minute', async () => {
    await connect()
    forge((claims) => ({ ...claims, exp: now() - 20, iat: now() - 320 }))
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
  })

  test('a signature by another key, or none, is refused', async () => {
    await connect()
    forge((claims) => claims, { by: other })
    expect(await visitor.signIn()).toBe(ssoFailure('rejected'))
    forge((claims) => claims, { alg: 'none' })
    expect(await visitor.signIn()).toBe(ssoFailure('rejected'))
  })

  test('an id token, or a code, of an earlier sign-in is refused', async () => {
    await connect()
    let earlier: unknown
    provider.rewriteToken = (answer) => ({ ...answer, id_token: (earlier ??= answer.id_token) })
    const first = await visitor.comeBack()
    expect(pathOf(await visitor.open(first))).toBe(SSO_SUCCESS)
    expect(await visitor.signIn()).toBe(ssoFailure('rejected'))
    provider.rewriteToken = undefined
    const second = await visitor.comeBack()
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    expect(pathOf(await visitor.open(second))).toBe(ssoFailure('rejected'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'rejected' })
  })

  test('an answer that names another issuer, or none, is refused before the code is sent anywhere', async () => {
    await connect()
    for (const iss of [other.issuer, undefined]) {
      const back = await visitor.comeBack()
      if (iss === undefined) back.searchParams.delete('iss')
      else back.searchParams.set('iss', iss)
      let asked = 0
      provider.rewriteToken = (answer) => ((asked += 1), answer)
      expect(pathOf(await visitor.open(back))).toBe(ssoFailure('rejected'))
      expect(asked).toBe(0)
    }
  })

  test('parameters that nobody knows are ignored, as the standard asks', async () => {
    await connect()
    const back = await visitor.comeBack()
    back.searchParams.set('session_state', 'x')
    back.searchParams.set('hd', 'y')
    expect(pathOf(await visitor.open(back))).toBe(SSO_SUCCESS)
  })

  test('who refuses at the provider is told so', async () => {
    await connect()
    expect(await visitor.signIn('refuse')).toBe(ssoFailure('cancelled'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'cancelled' })
  })

  test('new keys count at once; a provider that is down is said to be so, at the start and at the end', async () => {
    let passing = await startOidcProvider({ origins: ORIGINS })
    await connect({}, passing)
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    const { port } = passing
    await passing.stop()
    passing = await startOidcProvider({ origins: ORIGINS, port })
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    const back = await visitor.comeBack()
    await passing.stop()
    expect(pathOf(await visitor.open(back))).toBe(ssoFailure('unavailable'))
    expect(await visitor.signIn()).toBe(ssoFailure('unavailable'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'unavailable' })
  })
})

describe('whose people', () => {
  test('the same address in another organisation is another person', async () => {
    await connect()
    const neighbour = await aTenant(t.db, { domain: `acme${made++}` })
    const namesake = await aUser(t.db, { tenant: neighbour, email: PLANT })
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).id).not.toBe(namesake.id)
    const { rows } = await t.owner.query('select from identities where user_id = $1', [namesake.id])
    expect(rows).toHaveLength(0)
  })

  test('the same subject from another issuer is another person', async () => {
    await connect()
    await connect({ domain: 'elsewhere.example' }, other)
    const user = await aUser(t.db, { tenant, email: PLANT })
    await visitor.signIn()
    const [plant] = IDP_PEOPLE
    if (!plant) throw new Error('Nobody.')
    other.rewriteToken = async (answer) => ({
      ...answer,
      id_token: await new SignJWT({
        ...decodeJwt(String(answer.id_token)),
        sub: provider.subjectOf(plant),
      })
        .setProtectedHeader({ alg: 'RS256', kid: other.signingKey.kid ?? '' })
        .sign(await importJWK(other.signingKey, 'RS256')),
    })
    expect(await visitor.signIn('stranger', 'elsewhere.example')).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).id).not.toBe(user.id)
    // Nor can it claim the address of the other connection's domain.
    expect(await visitor.signIn('plant', 'elsewhere.example')).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).id).not.toBe(user.id)
  })

  test('the client’s secret is sealed, and bound to its row', async () => {
    await connect()
    const one = await connect({ domain: 'elsewhere.example' })
    const { rows } = await t.owner.query<{ all: string }>(
      'select json_agg(x)::text as all from sso_connections x',
    )
    expect(rows[0]?.all).not.toContain(Buffer.from('the secret of the local').toString('hex'))
    await t.owner.query(
      `update sso_connections set client_secret = (select client_secret from sso_connections where id = $1)
       where tenant_id = $2 and domain = 'harbour.example'`,
      [one, tenant.id],
    )
    expect(await visitor.signIn()).toBe(ssoFailure('failed'))
  })
})
