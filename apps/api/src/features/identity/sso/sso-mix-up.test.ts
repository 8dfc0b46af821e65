import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OidcProvider, SERVER_CLIENT, startOidcProvider } from 'e2e/idp/oidc-provider'
import { visitProvider } from 'e2e/idp/visit-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, aTenant } from '#testing/factories.ts'
import {
  type OpenidVisitor,
  SSO_SUCCESS,
  allowSso,
  anOpenidConnection,
  anOpenidVisitor,
  lastRefusal,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

// One connection's provider turns bad: it sends people on to the honest one of another connection, and hopes that
// the honest one's code is then brought to its own token endpoint (RFC 9700, section 4.4).
const EVIL = 'elsewhere.example'
const ORIGINS = Array.from({ length: 9 }, (_, n) => `http://mixed${n}.localhost:4003`)

let t: TestApp
let honest: OidcProvider
let evil: Server
let evilIssuer: string
let codes: string[]
let tenant: TestTenant
let visitor: OpenidVisitor
let made = 0
beforeAll(async () => {
  t = await startTestApp({ works: false })
  honest = await startOidcProvider({ origins: ORIGINS })
  evil = createServer((request, answer) => {
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
  evilIssuer = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
})
afterAll(async () => {
  evil.close()
  await honest.stop()
  await t.close()
})
beforeEach(async () => {
  codes = []
  tenant = await aTenant(t.db, { domain: `mixed${made++}` })
  await allowSso(t.db, tenant)
  visitor = anOpenidVisitor(t, tenant)
})

const connect = async (own: { honest: boolean; evil: boolean }) => {
  const { db, app } = t
  await anOpenidConnection(db, app.secrets, honest, { tenant, hasOwnAddress: own.honest })
  const issuer = { issuer: evilIssuer }
  await anOpenidConnection(db, app.secrets, issuer, {
    tenant,
    domain: EVIL,
    hasOwnAddress: own.evil,
  })
}

test.each([
  ['both have addresses of their own', { honest: true, evil: true }],
  ['the bad one is older and has none', { honest: true, evil: false }],
  ['the honest one is older and has none', { honest: false, evil: true }],
])('no code of another provider is sent to a bad one: %s', async (_, own) => {
  await connect(own)
  expect(pathOf(await visitor.open(await mixUp()))).toBe(ssoFailure('rejected'))
  expect(codes).toEqual([])
  expect(await lastRefusal(t.db, tenant)).toMatchObject({
    detail: 'the answer came to another connection’s address',
  })
  // Nothing is left over: the honest one works on.
  expect(await visitor.signIn()).toBe(SSO_SUCCESS)
})

test('where the honest provider says who it is, nor with two older connections', async () => {
  await connect({ honest: false, evil: false })
  expect(pathOf(await visitor.open(await mixUp({ isNamed: true })))).toBe(ssoFailure('rejected'))
  expect(codes).toEqual([])
})

test('two older connections whose providers say nothing can be mixed up: the attack itself works', async () => {
  await connect({ honest: false, evil: false })
  await visitor.open(await mixUp())
  expect(codes).toHaveLength(1)
})

test('an answer with the bad one’s address is not given out by the honest provider', async () => {
  await connect({ honest: true, evil: true })
  const asked = await evilRequest()
  asked.searchParams.set(
    'redirect_uri',
    `${originAt(tenant)}/api/auth/sso/another.example/callback`,
  )
  await expect(visitProvider(asked.href, 'plant')).rejects.toThrow('400')
})

/** Begins at the bad provider, which sends the browser on: the address that the honest one sends it back to. */
async function mixUp({ isNamed = false } = {}): Promise<URL> {
  const { has_own_address } = await t.db
    .selectFrom('sso_connections')
    .select('has_own_address')
    .where('tenant_id', '=', tenant.id)
    .where('issuer', '=', honest.issuer)
    .executeTakeFirstOrThrow()
  const asked = await evilRequest()
  const path = has_own_address ? 'harbour.example/callback' : 'callback'
  asked.searchParams.set('redirect_uri', `${originAt(tenant)}/api/auth/sso/${path}`)
  const back = await visitProvider(asked.href, 'plant')
  if (!isNamed) back.searchParams.delete('iss')
  return back
}

/** What we ask of the bad provider, as it asks it of the honest one. */
async function evilRequest(): Promise<URL> {
  const asked = await visitor.open(`${originAt(tenant)}/api/auth/sso/${EVIL}/start`)
  expect(asked.origin).toBe(evilIssuer)
  const url = new URL(`${honest.issuer}/services/oauth2/authorize${asked.search}`)
  url.searchParams.set('client_id', SERVER_CLIENT)
  return url
}

function metadata() {
  return {
    issuer: evilIssuer,
    authorization_endpoint: `${evilIssuer}/authorize`,
    token_endpoint: `${evilIssuer}/token`,
    jwks_uri: `${honest.issuer}/.well-known/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}
