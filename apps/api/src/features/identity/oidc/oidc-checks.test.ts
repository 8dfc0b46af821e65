import { IDP_PEOPLE } from 'e2e/idp/people'
import {
  type CryptoKey,
  SignJWT,
  UnsecuredJWT,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
} from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '#testing/factories.ts'
import {
  type SalesforceVisitor,
  type Tokens,
  aSalesforceVisitor,
  forged,
} from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { lastRefusal } from '#testing/sso.ts'
import { isSameId, longId } from './verify-exchange.ts'

type Claims = Record<string, unknown>

const s = await startSso('checks', { isSalesforce: true })
const now = () => Math.floor(Date.now() / 1000)
let visitor: SalesforceVisitor
let tokens: Tokens
beforeEach(async () => {
  await aUser(s.t.db, { tenant: s.tenant, email: IDP_PEOPLE[0]?.email ?? '' })
  visitor = aSalesforceVisitor(s.t, s.openid, s.tenant)
  tokens = await visitor.tokens()
})

/** An exchange with other tokens is refused, opens nothing, and the audit log has the failed check. */
async function expectRefused(change: Partial<Tokens>, detail: RegExp, code = 'oidc-refused') {
  const answer = await visitor.exchange({ ...tokens, ...change })
  expect(answer.json<{ code: string }>().code).toBe(code)
  expect(answer.cookies.map(({ name }) => name)).not.toContain('pat_rt')
  expect((await lastRefusal(s.t.db, s.tenant, 'salesforce.rejected'))?.detail).toMatch(detail)
}
const withClaims = async (claims: Claims, key = s.openid.signingKey) => ({
  ...tokens,
  id_token: await forged(s.openid, tokens.id_token, claims, key),
})
const statusWith = async (claims: Claims) =>
  (await visitor.exchange(await withClaims(claims))).statusCode
/** A second try would end in the same way, so the user isn’t told to try again. */
const LASTING = 'oidc-misconfigured'
const expectLasting = (change: Partial<Tokens>, detail: RegExp) =>
  expectRefused(change, detail, LASTING)
/** The provider's claims under another header, signed with another key. */
const signed = (header: Claims, key: CryptoKey | Uint8Array) =>
  new SignJWT(decodeJwt(tokens.id_token)).setProtectedHeader({ alg: 'RS256', ...header }).sign(key)

test.each<[string, () => Claims]>([
  ['that is signed again: the forgeries differ in one thing only', () => ({})],
  ['that expired 20 seconds ago', () => ({ exp: now() - 20 })],
  [
    'for several audiences when we are the party',
    () => ({ aud: ['waymark-browser', 'x'], azp: 'waymark-browser' }),
  ],
])('an id token %s is accepted', async (_, claimsOf) => {
  expect(await statusWith(claimsOf())).toBe(200)
})

describe('1. size and shape', () => {
  test.each<[string, () => Partial<Tokens>, RegExp]>([
    ['no id token', () => ({ id_token: '' }), /missing/],
    ['a long id token', () => ({ id_token: tokens.id_token + 'A'.repeat(8192) }), /too long/],
    ['other characters', () => ({ id_token: 'a b' }), /invalid/],
    ['a word before it', () => ({ id_token: `x Bearer ${tokens.id_token}` }), /invalid/],
    ['no access token', () => ({ access_token: '' }), /missing/],
    ['a long access token', () => ({ access_token: 'A'.repeat(4097) }), /too long/],
  ])('%s is refused', async (_, changeOf, detail) => await expectRefused(changeOf(), detail))

  test('no token is refused', async () =>
    await expectLasting({ id_token: 'a.b.c' }, /isn’t a signed token/))
})

describe('2. signature, issuer, audience and times', () => {
  test.each<[string, Claims, RegExp]>([
    ['another issuer', { iss: 'https://login.example' }, /\biss\b/],
    ['an issuer with the same start', { iss: 'http://127.0.0.1' }, /\biss\b/],
    ['the audience of another connected app', { aud: 'another-app' }, /\baud\b/],
    ['no audience', { aud: undefined }, /\baud\b/],
    ['an expiry a minute ago', { exp: now() - 60 }, /\bexp\b/],
    ['no expiry', { exp: undefined }, /\bexp\b/],
    ['a time of issue six minutes ago', { iat: now() - 360 }, /\biat\b/],
    ['a time of issue in the future', { iat: now() + 120 }, /\biat\b/],
    ['no time of issue', { iat: undefined }, /\biat\b/],
    ['a start in the future', { nbf: now() + 120 }, /\bnbf\b/],
    ['no subject', { sub: undefined }, /\bsub\b/],
    ['an empty subject', { sub: '' }, /\bsub\b/],
  ])('%s is refused', async (_, claims, detail) => {
    const isOfTime = /exp|iat|nbf/.test(detail.source) && Object.values(claims).some(Boolean)
    await (isOfTime ? expectRefused : expectLasting)(await withClaims(claims), detail)
  })

  test.each<[string, () => Promise<string>, RegExp]>([
    ['no signature', async () => new UnsecuredJWT(decodeJwt(tokens.id_token)).encode(), /RS256/],
    [
      'the public key as a shared secret (HS256)',
      () => {
        const { kid, n = '' } = s.openid.signingKey
        return signed({ alg: 'HS256', kid }, new TextEncoder().encode(n))
      },
      /RS256/,
    ],
    [
      "a key of our own under the issuer's key id",
      async () => {
        const { privateKey } = await generateKeyPair('RS256', { extractable: true })
        const { kid = '' } = s.openid.signingKey
        return (await withClaims({}, { ...(await exportJWK(privateKey)), kid })).id_token
      },
      /one of Salesforce’s keys/,
    ],
    [
      'another algorithm of the same key (PS256)',
      async () => {
        const { kid, ...key } = s.openid.signingKey
        return await signed({ alg: 'PS256', kid }, await importJWK(key, 'PS256'))
      },
      /RS256/,
    ],
    [
      "another provider's key",
      async () => (await withClaims({}, s.otherOpenid.signingKey)).id_token,
      /one of Salesforce’s keys/,
    ],
    [
      'an address for its keys (jku)',
      async () => {
        const { issuer, signingKey } = s.otherOpenid
        const key = await importJWK(signingKey, 'RS256')
        return await signed({ kid: signingKey.kid, jku: `${issuer}/.well-known/jwks` }, key)
      },
      /one of Salesforce’s keys/,
    ],
    [
      'changed claims under the old signature',
      async () => {
        const [head, , signature] = tokens.id_token.split('.')
        const body = { ...decodeJwt(tokens.id_token), email: 'chief@example.org' }
        return `${head}.${Buffer.from(JSON.stringify(body)).toString('base64url')}.${signature}`
      },
      /one of Salesforce’s keys/,
    ],
    [
      'an access token of our own',
      () => s.t.app.tokens.sign({ userId: 1, tenantId: s.tenant.id, sessionId: 1 }),
      /RS256/,
    ],
  ])('%s is refused', async (_, make, detail) => {
    await expectLasting({ id_token: await make() }, detail)
  })
})

test.each<[string, Claims]>([
  ['another party', { azp: 'another-app' }],
  ['several audiences without a party', { aud: ['waymark-browser', 'x'] }],
])('3. %s is refused', async (_, claims) => {
  await expectLasting(
    await withClaims(claims),
    /another party .*Check SALESFORCE_CLIENT_ID|azp is missing\)\. Set Salesforce/,
  )
})

describe('4. the nonce', () => {
  test.each([undefined, 'made up'])('%s is refused', async (nonce) => {
    await expectRefused(await withClaims({ nonce }), /nonce is missing/)
  })

  test('of an exchange that was accepted, or refused, is refused', async () => {
    await visitor.exchange(tokens)
    await expectRefused({}, /nonce is missing/)
    tokens = await visitor.tokens()
    await visitor.exchange({ ...tokens, access_token: 'wrong' })
    await expectRefused({}, /nonce is missing/)
  })

  test('of another browser or another organisation is refused', async () => {
    const thief = aSalesforceVisitor(s.t, s.openid, s.tenant)
    await expectRefused(await withClaims({ nonce: await thief.nonce() }), /another browser/)
    const neighbour = aSalesforceVisitor(s.t, s.openid, await s.newTenant())
    await expectRefused(await withClaims({ nonce: await neighbour.nonce() }), /nonce is missing/)
  })

  test('is refused when it has expired', async () => {
    await s.t.sql`update oidc_nonces set expires_at = now() - interval '1 second'`
    await expectRefused({}, /nonce is missing/)
  })
})

describe('5. the hash of the access token', () => {
  test.each(['AAAAAAAAAAAAAAAAAAAAAA', 7])('%j is refused', async (at_hash) => {
    await expectRefused(await withClaims({ at_hash }), /doesn’t match/)
  })

  test("OpenID Connect's own example passes on to the next check", async () => {
    const change = await withClaims({ at_hash: '77QmUPtjPfzWtF2AnpK9RQ' })
    const access_token = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y'
    await expectRefused({ ...change, access_token }, /userinfo refused/)
  })
})

test('6. an access token that is unknown, of another user, or revoked is refused', async () => {
  await expectRefused({ access_token: 'made-up' }, /userinfo refused/)
  const { access_token } = await aSalesforceVisitor(s.t, s.openid, s.tenant).tokens('new')
  tokens = await visitor.tokens()
  await expectRefused({ access_token }, /another subject/)
  tokens = await visitor.tokens()
  const body = new URLSearchParams({ token: tokens.access_token, client_id: 'waymark-browser' })
  await fetch(`${s.openid.issuer}/services/oauth2/revoke`, { method: 'POST', body })
  await expectRefused({}, /userinfo refused/)
})

test('7. another Salesforce organisation is refused', async () => {
  tokens = await visitor.tokens('stranger')
  await expectLasting({}, /Salesforce organisation is not allowed.*add its ID/)
})

test('8. an id token works once, even where no nonce is needed', async () => {
  expect((await visitor.exchange(tokens)).statusCode).toBe(200)
  const again = await visitor.exchange(tokens, { 'silent-sso': 'true' })
  expect(again.json()).toMatchObject({ code: 'oidc-refused' })
  expect((await lastRefusal(s.t.db, s.tenant, 'salesforce.rejected'))?.detail).toMatch(
    /used before/,
  )
})

test('of 16 parallel exchanges one is accepted', async () => {
  const exchange = async (headers = {}) => {
    const answers = Array.from({ length: 16 }, () => visitor.exchange(tokens, headers))
    return (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200).length
  }
  expect(await exchange()).toBe(1)
  tokens = await withClaims({ nonce: undefined, jti: 'another' })
  expect(await exchange({ 'silent-sso': 'true' })).toBe(1)
  expect(await s.sessions()).toHaveLength(1)
})

test('of several faults the first check is reported', async () => {
  const { access_token } = await aSalesforceVisitor(s.t, s.openid, s.tenant).tokens('stranger')
  const faults: [Claims, RegExp, code?: string][] = [
    [{ iss: 'https://login.example', azp: 'x', nonce: 'x', at_hash: 'x' }, /\biss\b/, LASTING],
    [{ azp: 'x', nonce: 'x', at_hash: 'x' }, /another party/, LASTING],
    [{ nonce: 'x', at_hash: 'x' }, /nonce/],
    [{ at_hash: 'x' }, /doesn’t match/],
    [{}, /another subject/],
  ]
  for (const [claims, detail, code] of faults) {
    const change = await withClaims({ nonce: await visitor.nonce(), ...claims })
    await expectRefused({ ...change, access_token }, detail, code)
  }
})

test('Salesforce ids are compared in their long form', () => {
  const longIds = {
    '001A0000006Vm9u': '001A0000006Vm9uIAC',
    a0B5e000001AbCd: 'a0B5e000001AbCdEAK',
    '005000000000000': '005000000000000AAA',
    '001A0000006Vm9uIAC': '001A0000006Vm9uIAC',
    short: 'short',
  }
  for (const [id, long] of Object.entries(longIds)) expect(longId(id)).toBe(long)
  const id = '00DWM0000000001'
  for (const same of [id, `${id}YAA`]) expect(isSameId(id, same)).toBe(true)
  for (const other of ['00dWM0000000001', '00DWM0000000002', '00DWM'])
    expect(isSameId(id, other)).toBe(false)
  for (const noId of ['', '00DWM']) expect(isSameId(noId, noId)).toBe(false)
})
