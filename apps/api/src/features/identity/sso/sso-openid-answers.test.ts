import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SsoFailureReason } from 'contract/sso'
import { startOidcProvider } from 'e2e/idp/oidc-provider'
import { IDP_PEOPLE } from 'e2e/idp/people'
import { UnsecuredJWT, decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { readTables } from '#testing/catalogue.ts'
import { aUser } from '#testing/factories.ts'
import { forged } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import {
  type OpenidVisitor,
  SSO_SUCCESS,
  anOpenidVisitor,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'

type Claims = Record<string, unknown>

const s = await startSso('answer')
const PLANT = IDP_PEOPLE[0]?.email ?? ''
const now = () => Math.floor(Date.now() / 1000)
let visitor: OpenidVisitor
beforeEach(() => void (visitor = anOpenidVisitor(s.t, s.tenant)))

const openPath = async (url: URL) => pathOf(await visitor.open(url))

describe('the answer of a provider', () => {
  beforeEach(async () => void (await s.connect()))

  /** Replaces the id token with one that has other claims, signed by the provider unless `sign` is given. */
  function forge(change: Claims, sign = (idToken: string) => forged(s.openid, idToken, change)) {
    s.openid.rewriteToken = async (answer) => ({
      ...answer,
      id_token: await sign(String(answer.id_token)),
    })
  }

  test('passes with other claims that the provider signed, and a new user’s name is one line', async () => {
    forge({ name: ' Rene\u0301\r\nBcc: x@example.org ' })
    expect(await visitor.signIn('new')).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).name).toBe('René Bcc: x@example.org')
  })

  test.each<[string, Claims, SsoFailureReason?]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }, 'misconfigured'],
    ["another client's audience", { aud: 'another-client' }, 'misconfigured'],
    [
      'several audiences and another party',
      { aud: ['waymark-server', 'x'], azp: 'x' },
      'misconfigured',
    ],
    ['another issuer', { iss: 'http://127.0.0.1:9/other' }, 'misconfigured'],
    ['no subject', { sub: undefined }, 'misconfigured'],
    ['an expiry in the past', { exp: now() - 90, iat: now() - 400 }],
    ['a start in the future', { nbf: now() + 90 }],
  ])('is refused with %s', async (_, change, reason = 'rejected') => {
    forge(change)
    await s.expectRefused(await visitor.signIn(), reason)
  })

  test.each<[unknown, string]>([
    [true, SSO_SUCCESS],
    ['true', SSO_SUCCESS],
    [undefined, SSO_SUCCESS],
    [false, ssoFailure('unverified')],
    ['false', ssoFailure('unverified')],
    [0, ssoFailure('misconfigured')],
  ])('with email_verified %j leads to %s', async (email_verified, end) => {
    forge({ email_verified })
    expect(await visitor.signIn('new')).toBe(end)
  })

  test('without an address is completed by userinfo of the same subject', async () => {
    forge({ email: undefined, email_verified: undefined })
    expect(await visitor.signIn('new')).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).email).toBe('new.colleague@harbour.example')
    expect(await visitor.signIn('unverified')).toBe(ssoFailure('unverified'))
    forge({ email: undefined, sub: 'another' })
    await s.expectRefused(await visitor.signIn(), 'rejected')
  })

  test.each(['new@notharbour.example', 'new@sub.harbour.example', 'new@harbour.example.org'])(
    'is refused with %s, which is not of the domain harbour.example',
    async (email) => {
      forge({ email })
      await s.expectRefused(await visitor.signIn('new'), 'other-domain')
    },
  )

  test('passes with a clock that is half a minute off', async () => {
    forge({ exp: now() - 20, iat: now() - 25 })
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
  })

  test('is refused when another key signed it, or none', async () => {
    const key = { ...s.otherOpenid.signingKey, kid: s.openid.signingKey.kid ?? '' }
    forge({}, (idToken) => forged(s.openid, idToken, {}, key))
    expect(await visitor.signIn()).toBe(ssoFailure('misconfigured'))
    forge({}, async (idToken) => new UnsecuredJWT(decodeJwt(idToken)).encode())
    expect(await visitor.signIn()).toBe(ssoFailure('misconfigured'))
  })

  test('is refused with the id token, or the code, of an earlier sign-in', async () => {
    let earlier: unknown
    s.openid.rewriteToken = (answer) => ({ ...answer, id_token: (earlier ??= answer.id_token) })
    const first = await visitor.comeBack()
    expect(await openPath(first)).toBe(SSO_SUCCESS)
    expect(await visitor.signIn()).toBe(ssoFailure('rejected'))
    s.openid.rewriteToken = undefined
    const second = await visitor.comeBack()
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    await s.expectRefused(await openPath(second), 'rejected')
  })

  test('is refused with another issuer, or none, before its code is sent', async () => {
    for (const iss of [s.otherOpenid.issuer, undefined]) {
      const back = await visitor.comeBack()
      if (iss === undefined) back.searchParams.delete('iss')
      else back.searchParams.set('iss', iss)
      let requests = 0
      s.openid.rewriteToken = (answer) => ((requests += 1), answer)
      expect(await openPath(back)).toBe(
        ssoFailure(iss === undefined ? 'misconfigured' : 'rejected'),
      )
      expect(requests).toBe(0)
    }
  })

  test('passes with unknown parameters, as the standard says', async () => {
    const back = await visitor.comeBack()
    back.searchParams.set('session_state', 'x')
    back.searchParams.set('hd', 'y')
    expect(await openPath(back)).toBe(SSO_SUCCESS)
  })

  test('says that the user cancelled the sign-in', async () => {
    await s.expectRefused(await visitor.signIn('refuse'), 'cancelled')
  })
})

test("a provider's new keys work straight away, and a provider that is down is unavailable", async () => {
  let provider = await startOidcProvider({ origins: s.origins })
  await s.connect({}, provider)
  expect(await visitor.signIn()).toBe(SSO_SUCCESS)
  const { port } = provider
  await provider.stop()
  provider = await startOidcProvider({ origins: s.origins, port })
  expect(await visitor.signIn()).toBe(SSO_SUCCESS)
  const back = await visitor.comeBack()
  await provider.stop()
  expect(await openPath(back)).toBe(ssoFailure('unavailable'))
  await s.expectRefused(await visitor.signIn(), 'unavailable')
})

test('a session outlives the provider, and signing out here leads to no sign-out there', async () => {
  const provider = await startOidcProvider({ origins: s.origins })
  await s.connect({}, provider)
  expect(await visitor.signIn()).toBe(SSO_SUCCESS)
  await provider.stop()
  const jar = visitor.jarOf(s.tenant.host)
  const post = (path: string) =>
    visitor.send(`${originAt(s.tenant)}/api${path}`, {
      method: 'POST',
      headers: { 'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '' },
    })
  expect((await post('/refresh-token')).statusCode).toBe(200)
  const { statusCode, headers, body } = await post('/logout')
  expect([statusCode, headers.location, body]).toEqual([204, undefined, ''])
  expect((await post('/refresh-token')).statusCode).toBe(401)
})

test("the provider's tokens reach neither the browser nor the database", async () => {
  await s.connect()
  const tokens: string[] = []
  s.openid.rewriteToken = (answer) => {
    const { id_token, access_token } = answer
    tokens.push(String(id_token), String(access_token))
    return { ...answer, refresh_token: 'a refresh token of the provider' }
  }
  const { headers, body } = await visitor.send(await visitor.comeBack())
  const rows: string[] = [JSON.stringify(headers), body]
  for (const { name } of await readTables(s.t.owner)) {
    const { rows: found } = await s.t.owner.query(
      `select row_to_json(x)::text as row from "${name}" x`,
    )
    rows.push(...found.map(({ row }: { row: string }) => row))
  }
  expect(tokens).toHaveLength(2)
  for (const token of [...tokens, 'a refresh token of the provider'])
    for (const text of [token, Buffer.from(token).toString('hex')])
      expect(rows.filter((row) => row.includes(text))).toEqual([])
})

test('a provider whose metadata names another issuer is refused at the start', async () => {
  const metadata = await fetch(`${s.openid.issuer}/.well-known/openid-configuration`)
  const text = await metadata.text()
  const impostor = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json').end(text)
  }).listen(0, '127.0.0.1')
  await once(impostor, 'listening')
  const { port } = impostor.address() as AddressInfo
  await s.connect({}, { issuer: `http://127.0.0.1:${port}` })
  await s.expectRefused(await visitor.signIn(), 'misconfigured', /issuer/)
  impostor.close()
})

describe('an account stays its own', () => {
  test('when another organisation has the same address', async () => {
    await s.connect()
    const namesake = await aUser(s.t.db, { tenant: await s.newTenant(), email: PLANT })
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
    expect((await visitor.whoAmI()).id).not.toBe(namesake.id)
    const rows = await s.t.sql`select from identities where user_id = ${namesake.id}`
    expect(rows).toEqual([])
  })

  test('when another issuer names the same subject, or an address of its domain', async () => {
    await s.connect()
    await s.connect({ domain: 'elsewhere.example' }, s.otherOpenid)
    const user = await aUser(s.t.db, { tenant: s.tenant, email: PLANT })
    await visitor.signIn()
    const [plant] = IDP_PEOPLE
    if (!plant) throw new Error('The provider has no users.')
    const sub = s.openid.subjectOf(plant)
    s.otherOpenid.rewriteToken = async (answer) => ({
      ...answer,
      id_token: await forged(s.otherOpenid, String(answer.id_token), { sub }),
    })
    for (const hint of ['stranger', 'plant']) {
      expect(await visitor.signIn(hint, 'elsewhere.example')).toBe(SSO_SUCCESS)
      expect((await visitor.whoAmI()).id).not.toBe(user.id)
    }
  })
})

test("a client's secret is encrypted for its own row", async () => {
  await s.connect()
  const other = await s.connect({ domain: 'elsewhere.example' })
  const rows = await s.t.sql`select json_agg(x)::text from sso_connections x`
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('the secret of the local').toString('hex'))
  await s.t
    .sql`update sso_connections set client_secret = (select client_secret from sso_connections where id = ${other})
     where tenant_id = ${s.tenant.id} and domain = 'harbour.example'`
  expect(await visitor.signIn()).toBe(ssoFailure('failed'))
})
