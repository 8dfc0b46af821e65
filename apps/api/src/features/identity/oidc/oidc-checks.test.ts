import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { SignJWT, UnsecuredJWT, decodeJwt, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import {
  type SalesforceVisitor,
  type Tokens,
  aSalesforceVisitor,
  forged,
  lastOidcRefusal,
  salesforceEnv,
} from '#testing/salesforce.ts'
import { allowSso } from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let provider: OidcProvider
let other: OidcProvider
let tenant: TestTenant
let visitor: SalesforceVisitor
let tokens: Tokens
let made = 0

const ORIGINS = Array.from({ length: 80 }, (_, n) => `http://checks${n}.localhost:4003`)
const EMAIL = IDP_PEOPLE[0]?.email ?? ''
const now = () => Math.floor(Date.now() / 1000)

beforeAll(async () => {
  provider = await startOidcProvider({ origins: ORIGINS, isSalesforceLike: true })
  other = await startOidcProvider({ origins: ORIGINS, isSalesforceLike: true })
  t = await startTestApp({ works: false, env: salesforceEnv(provider) })
})
afterAll(async () => {
  await t.close()
  await provider.stop()
  await other.stop()
})
beforeEach(async () => {
  tenant = await aTenant(t.db, { domain: `checks${made++}` })
  await allowSso(t.db, tenant)
  await aUser(t.db, { tenant, email: EMAIL })
  visitor = aSalesforceVisitor(t, provider, tenant)
  tokens = await visitor.tokens()
})

/** The exchange is refused with one same answer, opens nothing, and the audit log says which check it was. */
async function expectRefused(given: Partial<Tokens>, detail: string | RegExp) {
  const answer = await visitor.exchange({ ...tokens, ...given })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'oidc-refused'])
  expect(answer.cookies.map(({ name }) => name)).not.toContain('__Host-pat_rt')
  expect((await lastOidcRefusal(t.db, tenant))?.detail).toMatch(detail)
}

const withClaims = async (claims: Record<string, unknown>) => ({
  id_token: await forged(provider, tokens.id_token, claims),
})
const without = (key: 'id_token' | 'access_token') =>
  Object.fromEntries(Object.entries(tokens).filter(([name]) => name !== key))

test('the tokens of a true sign-in are accepted, at their full size', async () => {
  expect((await visitor.exchange(tokens)).statusCode).toBe(200)
})

test('an id token that is signed anew with the same claims is accepted: the forgeries below differ in one thing', async () => {
  expect((await visitor.exchange({ ...tokens, ...(await withClaims({})) })).statusCode).toBe(200)
})

describe('1. size and shape', () => {
  test('no id token', async () => {
    const answer = await visitor.exchange(without('id_token'))
    expect(answer.json()).toMatchObject({ code: 'oidc-refused' })
  })
  test('an id token that is too long', async () =>
    await expectRefused({ id_token: `${tokens.id_token}${'A'.repeat(8192)}` }, /too long/))
  test('an id token of foreign characters', async () =>
    await expectRefused({ id_token: 'a b' }, /not one/))
  test('no access token', async () => {
    const answer = await visitor.exchange(without('access_token'))
    expect(answer.json()).toMatchObject({ code: 'oidc-refused' })
  })
  test('an access token that is too long', async () =>
    await expectRefused({ access_token: 'A'.repeat(4097) }, /too long/))
})

describe('2. signature, issuer, audience and times', () => {
  const refusedClaims: [what: string, claims: Record<string, unknown>, detail: RegExp][] = [
    ['another issuer', { iss: 'https://login.example' }, /"iss"/],
    ['an issuer that begins alike', { iss: 'http://127.0.0.1' }, /"iss"/],
    ['the audience of another connected app', { aud: 'another-app' }, /"aud"/],
    ['no audience', { aud: undefined }, /"aud"/],
    ['expired a minute ago', { exp: now() - 60 }, /"exp"/],
    ['without an end', { exp: undefined }, /"exp"/],
    ['issued six minutes ago', { iat: now() - 360 }, /"iat"/],
    ['issued in the future', { iat: now() + 120 }, /"iat"/],
    ['without a beginning', { iat: undefined }, /"iat"/],
    ['not valid yet', { nbf: now() + 120 }, /"nbf"/],
    ['without a subject', { sub: undefined }, /"sub"/],
    ['with an empty subject', { sub: '' }, /"sub"/],
  ]
  test.each(refusedClaims)('%s', async (_, claims, detail) => {
    await expectRefused(await withClaims(claims), detail)
  })

  test('half a minute of the clock is forgiven', async () => {
    expect(
      (await visitor.exchange({ ...tokens, ...(await withClaims({ exp: now() - 20 })) }))
        .statusCode,
    ).toBe(200)
  })

  test('not a token', async () => await expectRefused({ id_token: 'a.b.c' }, /id token/))

  test('unsigned (alg none)', async () => {
    const id_token = new UnsecuredJWT(decodeJwt(tokens.id_token)).encode()
    await expectRefused({ id_token }, /alg/)
  })

  test('signed with the public key as if it were a shared secret (HS256)', async () => {
    const { n = '' } = provider.signingKey
    const id_token = await new SignJWT(decodeJwt(tokens.id_token))
      .setProtectedHeader({ alg: 'HS256', kid: provider.signingKey.kid ?? '' })
      .sign(new TextEncoder().encode(n))
    await expectRefused({ id_token }, /alg/)
  })

  test('signed by a key of our own under the issuer’s key id', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const key = { ...(await exportJWK(privateKey)), kid: provider.signingKey.kid ?? '' }
    const id_token = await forged(provider, tokens.id_token, {}, key)
    await expectRefused({ id_token }, /signature/)
  })

  test('signed by another provider', async () => {
    const id_token = await forged(provider, tokens.id_token, {}, other.signingKey)
    await expectRefused({ id_token }, /no applicable key/)
  })

  test('with its own address for the keys (jku)', async () => {
    const { importJWK } = await import('jose')
    const id_token = await new SignJWT(decodeJwt(tokens.id_token))
      .setProtectedHeader({
        alg: 'RS256',
        kid: other.signingKey.kid ?? '',
        jku: `${other.issuer}/.well-known/jwks`,
      })
      .sign(await importJWK(other.signingKey, 'RS256'))
    await expectRefused({ id_token }, /no applicable key/)
  })

  test('tampered with', async () => {
    const [head, , signature] = tokens.id_token.split('.')
    const body = { ...decodeJwt(tokens.id_token), email: 'chief@example.org' }
    const id_token = `${head}.${Buffer.from(JSON.stringify(body)).toString('base64url')}.${signature}`
    await expectRefused({ id_token }, /signature/)
  })

  test('one of our own access tokens', async () => {
    const user = await aUser(t.db, { tenant })
    const token = await t.app.tokens.sign({ userId: user.id, tenantId: tenant.id, sessionId: 1 })
    await expectRefused({ id_token: token }, /alg/)
  })
})

describe('3. the authorised party', () => {
  test('another party', async () =>
    await expectRefused(await withClaims({ azp: 'another-app' }), /another party/))
  test('several audiences without a party', async () =>
    await expectRefused(await withClaims({ aud: ['waymark-browser', 'x'] }), /another party/))
  test('several audiences and we are the party', async () => {
    const claims = { aud: ['waymark-browser', 'x'], azp: 'waymark-browser' }
    expect((await visitor.exchange({ ...tokens, ...(await withClaims(claims)) })).statusCode).toBe(
      200,
    )
  })
})

describe('4. the nonce', () => {
  test('missing', async () =>
    await expectRefused(await withClaims({ nonce: undefined }), /nonce is missing/))
  test('one that was never issued', async () =>
    await expectRefused(await withClaims({ nonce: 'made up' }), /nonce is missing/))
  test('spent: the same tokens a second time', async () => {
    await visitor.exchange(tokens)
    await expectRefused({}, /nonce is missing/)
  })
  test('spent by a refused exchange, too', async () => {
    await visitor.exchange({ ...tokens, access_token: 'wrong' })
    await expectRefused({}, /nonce is missing/)
  })
  test('issued to another browser', async () => {
    const thief = aSalesforceVisitor(t, provider, tenant)
    const nonce = await thief.nonce()
    await expectRefused(await withClaims({ nonce }), /another browser/)
  })
  test('issued by another organisation’s host', async () => {
    const there = await aTenant(t.db, { domain: `checks${made++}` })
    await allowSso(t.db, there)
    const nonce = await aSalesforceVisitor(t, provider, there).nonce()
    await expectRefused(await withClaims({ nonce }), /nonce is missing/)
  })
  test('too old', async () => {
    await t.owner.query(`update oidc_nonces set expires_at = now() - interval '1 second'`)
    await expectRefused({}, /nonce is missing/)
  })
})

describe('5. the hash of the access token', () => {
  // OpenID Connect's own example.
  const EXAMPLE = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y'
  test('of another access token', async () =>
    await expectRefused(await withClaims({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }), /not the one/))
  test('not a text', async () =>
    await expectRefused(await withClaims({ at_hash: 7 }), /not the one/))
  test('the standard’s own example passes on to the next check', async () => {
    const claims = await withClaims({ at_hash: '77QmUPtjPfzWtF2AnpK9RQ' })
    await expectRefused({ ...claims, access_token: EXAMPLE }, /userinfo did not take/)
  })
})

describe('6. what Salesforce says about the access token', () => {
  test('one that Salesforce does not know', async () =>
    await expectRefused({ access_token: 'made-up' }, /userinfo did not take/))
  test('one that was revoked', async () => {
    const body = new URLSearchParams({ token: tokens.access_token, client_id: 'waymark-browser' })
    await fetch(`${provider.issuer}/services/oauth2/revoke`, { method: 'POST', body })
    await expectRefused({}, /userinfo did not take/)
  })
  test('somebody else’s', async () => {
    const { access_token } = await aSalesforceVisitor(t, provider, tenant).tokens('new')
    await expectRefused({ access_token }, /another subject/)
  })
})

test('7. an organisation that is not one of ours', async () => {
  tokens = await visitor.tokens('stranger')
  await expectRefused({}, /organisation is not one of ours/)
})

test('8. an id token is good once, also where a nonce is not asked for', async () => {
  expect((await visitor.exchange(tokens)).statusCode).toBe(200)
  const again = await visitor.exchange(tokens, { 'silent-sso': 'true' })
  expect(again.json()).toMatchObject({ code: 'oidc-refused' })
  expect((await lastOidcRefusal(t.db, tenant))?.detail).toMatch(/used before/)
})

test('the checks come in their order: of all faults the first is found', async () => {
  const stranger = await aSalesforceVisitor(t, provider, tenant).tokens('stranger')
  const faults: [Record<string, unknown>, RegExp][] = [
    [{ iss: 'https://login.example', azp: 'x', nonce: 'x', at_hash: 'x' }, /"iss"/],
    [{ azp: 'x', nonce: 'x', at_hash: 'x' }, /another party/],
    [{ nonce: 'x', at_hash: 'x' }, /nonce/],
    [{ at_hash: 'x' }, /not the one/],
    [{}, /another subject/],
  ]
  for (const [claims, detail] of faults) {
    const id_token = await forged(provider, tokens.id_token, {
      nonce: await visitor.nonce(),
      ...claims,
    })
    await expectRefused({ id_token, access_token: stranger.access_token }, detail)
  }
})

test('of 16 at once exactly one is let in', async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => visitor.exchange(tokens)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})
