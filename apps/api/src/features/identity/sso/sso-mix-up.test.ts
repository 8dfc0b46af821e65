import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVER_CLIENT } from 'e2e/idp/oidc-provider'
import { visitProvider } from 'e2e/idp/visit-provider'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSso } from '#testing/sso-fixture.ts'
import { type OpenidVisitor, SSO_SUCCESS, anOpenidVisitor, originAt, pathOf } from '#testing/sso.ts'

// An evil provider sends users on to the honest provider of another connection. It hopes that we then bring the
// honest provider's code to its own token endpoint (RFC 9700, section 4.4).
const EVIL = 'elsewhere.example'

const s = await startSso('mixed')
let codes: string[]
let visitor: OpenidVisitor
const evil = createServer((request, answer) => {
  answer.setHeader('content-type', 'application/json')
  if (request.url !== '/token') {
    answer.end(JSON.stringify(metadata()))
    return
  }
  let form = ''
  request.on('data', (chunk) => (form += String(chunk)))
  request.on('end', () => {
    codes.push(new URLSearchParams(form).get('code') ?? '')
    answer.writeHead(400).end('{"error":"invalid_grant"}')
  })
}).listen(0, '127.0.0.1')
await once(evil, 'listening')
const evilIssuer = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
afterAll(() => void evil.close())
beforeEach(() => {
  codes = []
  visitor = anOpenidVisitor(s.t, s.tenant)
})

type HasOwnAddress = { honest: boolean; evil: boolean }

/** Starts at the evil provider: the address to which the honest one then sends the browser back. */
async function mixUp(has: HasOwnAddress, { isNamed = false } = {}): Promise<URL> {
  const request = await evilRequest(has)
  const path = has.honest ? 'harbour.example/callback' : 'callback'
  request.searchParams.set('redirect_uri', `${originAt(s.tenant)}/api/auth/sso/${path}`)
  const back = await visitProvider(request.href, 'plant')
  if (!isNamed) back.searchParams.delete('iss')
  return back
}

/** Our request to the evil provider, which it sends on to the honest one. */
async function evilRequest(has: HasOwnAddress): Promise<URL> {
  await s.connect({ has_own_address: has.honest })
  await s.connect({ domain: EVIL, has_own_address: has.evil }, { issuer: evilIssuer })
  const provider = await visitor.open(`${originAt(s.tenant)}/api/auth/sso/${EVIL}/start`)
  expect(provider.origin).toBe(evilIssuer)
  const url = new URL(`${s.openid.issuer}/services/oauth2/authorize${provider.search}`)
  url.searchParams.set('client_id', SERVER_CLIENT)
  return url
}

test.each([
  ['both have addresses of their own', { honest: true, evil: true }],
  ['the evil one is older and has none', { honest: true, evil: false }],
  ['the honest one is older and has none', { honest: false, evil: true }],
])('no code is sent to an evil provider when %s', async (_, has) => {
  const end = pathOf(await visitor.open(await mixUp(has)))
  await s.expectRefused(
    end,
    'rejected',
    /^the response arrived at another connection’s address\. Start again\..*redirect address/,
  )
  expect(codes).toEqual([])
  expect(await visitor.signIn()).toBe(SSO_SUCCESS)
})

test('no code is sent to an evil provider when the honest one names itself', async () => {
  const back = await mixUp({ honest: false, evil: false }, { isNamed: true })
  await s.expectRefused(pathOf(await visitor.open(back)), 'rejected')
  expect(codes).toEqual([])
})

test('the attack itself works: two older connections can be mixed up when no provider names itself', async () => {
  await visitor.open(await mixUp({ honest: false, evil: false }))
  expect(codes).toHaveLength(1)
})

test("an honest provider does not send users to the evil connection's address", async () => {
  const request = await evilRequest({ honest: true, evil: true })
  const address = `${originAt(s.tenant)}/api/auth/sso/another.example/callback`
  request.searchParams.set('redirect_uri', address)
  await expect(visitProvider(request.href, 'plant')).rejects.toThrow('400')
})

function metadata() {
  return {
    issuer: evilIssuer,
    authorization_endpoint: `${evilIssuer}/authorize`,
    token_endpoint: `${evilIssuer}/token`,
    jwks_uri: `${s.openid.issuer}/.well-known/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}
