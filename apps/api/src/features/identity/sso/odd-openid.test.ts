import { describe, expect, test } from 'vitest'
import { connections } from 'contract/connections'
import { type Claims, type Userinfo, EMAIL, startOddOpenid } from '#testing/odd-openid.ts'
import { aUser } from '#testing/factories.ts'
import { SSO_SUCCESS, ssoFailure } from '#testing/sso.ts'

// OpenID providers as they are before their administrator changes anything.

const { s, issuer, next, signIn, start, sign } = await startOddOpenid('oddopenid')

/** Closes the connection within the answer. */
const CUT: Userinfo = [0, '', '']

const user = async () => {
  const [row] = await s.t.sql<{ email: string; name: string }>`
    select email, name from users where tenant_id = ${s.tenant.id} order by id desc limit 1`
  return row
}

describe('a provider that answers with the error', () => {
  test.each([
    ['consent_required', 'refused', /consent_required.*consent/],
    ['login_required', 'refused', /login_required/],
    ['interaction_required', 'refused', /interaction_required/],
    ['invalid_scope', 'refused', /invalid_scope.*openid, email and profile/],
    ['unauthorized_client', 'refused', /unauthorized_client.*authorisation code/],
    ['invalid_request', 'refused', /invalid_request.*redirect address/],
    ['a_code_of_its_own', 'refused', /a_code_of_its_own.*log/],
    ['access_denied', 'cancelled', /access_denied.*assign/],
    ['server_error', 'unavailable', /server_error.*again/],
    ['temporarily_unavailable', 'unavailable', /temporarily_unavailable.*again/],
    ['unmet_authentication_requirements', 'too-weak', /unmet_authentication_requirements/],
  ] as const)(
    '%s says so to the user (%s), and to the admin what to do',
    async (error, reason, said) => {
      const error_description = 'AADSTS65001:\u0000 the\r\nreason'
      await s.expectRefused(await signIn({ error, error_description }), reason, said)
      await s.expectRefused(
        await signIn({ error, error_description }),
        reason,
        /AADSTS65001: the reason/,
      )
    },
  )

  test('at the exchange of the code names it, too', async () => {
    next.status = 400
    next.token = { error: 'invalid_grant', error_description: 'code\u0007 spent' }
    await s.expectRefused(await signIn(), 'rejected', /invalid_grant \(code spent\)\. .*redirect/)
  })
})

describe('a sign-in starts with a refusal that says what is wrong, if the provider’s configuration', () => {
  test.each<[string, Userinfo | Claims, RegExp, 'misconfigured' | 'unavailable']>([
    ['isn’t there', [404, 'text/html', 'x'], /status 404/, 'misconfigured'],
    ['is refused', [401, 'application/json', {}], /status 401/, 'misconfigured'],
    ['leads elsewhere', [302, 'text/html', ''], /status 302/, 'misconfigured'],
    ['is a page', [200, 'text/html', '<p>'], /text\/html/, 'misconfigured'],
    ['isn’t JSON', [200, 'application/json', '{'], /JSON/, 'misconfigured'],
    ['names another issuer', { issuer: 'https://else.example' }, /issuer/, 'misconfigured'],
    ['names no page', { authorization_endpoint: undefined }, /authoriz/, 'misconfigured'],
    ['is down', [503, 'text/html', 'x'], /status 503/, 'unavailable'],
    ['is asked too often', [429, 'text/html', 'x'], /status 429/, 'unavailable'],
  ])('%s', async (_, configuration, said, reason) => {
    Object.assign(
      next,
      Array.isArray(configuration) ? { configuration } : { metadata: configuration },
    )
    const end = await start()
    await s.expectRefused(end, reason, said)
    await s.expectRefused(
      end,
      reason,
      reason === 'unavailable' ? /Start again/ : /Test connection|publish (it|the full)/,
    )
  })
})

describe('a refusal names userinfo and says what to do, if it', () => {
  test.each<[string, Userinfo, RegExp, 'misconfigured' | 'rejected' | 'unavailable']>([
    ['answers 401', [401, 'application/json', { error: 'x' }], /401/, 'misconfigured'],
    ['answers 403', [403, 'text/plain', 'no'], /403/, 'misconfigured'],
    ['answers 500', [500, 'text/html', 'x'], /500/, 'unavailable'],
    ['is a page', [200, 'text/html', '<p>'], /text\/html/, 'misconfigured'],
    ['is signed', [200, 'application/jwt', 'a.b.c'], /application\/jwt/, 'misconfigured'],
    ['is no object', [200, 'application/json', 'null'], /object/, 'misconfigured'],
    ['isn’t JSON', [200, 'application/json', '{'], /JSON/, 'misconfigured'],
    ['has no subject', [200, 'application/json', {}], /sub/, 'misconfigured'],
    ['has another subject', [200, 'application/json', { sub: 'x' }], /sub/, 'rejected'],
  ])('%s', async (_, userinfo, said, reason) => {
    next.userinfo = userinfo
    const end = await signIn()
    await s.expectRefused(end, reason, said)
    await s.expectRefused(end, reason, /userinfo .*id token/)
  })
})

test.each<[string, Claims, RegExp, 'rejected' | 'misconfigured' | 'no-email']>([
  ['another party', { azp: 'x' }, /azp.*client ID/, 'misconfigured'],
  ['the hash of another access token', { at_hash: 'x' }, /at_hash.*Start again/, 'rejected'],
  ['the hash of another code', { c_hash: 'x' }, /c_hash.*Start again/, 'rejected'],
  ['another audience', { aud: 'x' }, /aud.*client ID/, 'misconfigured'],
  ['an end in the past', { exp: 1 }, /expired.*check the clocks/, 'rejected'],
  [
    'an end that is no time',
    { exp: 'soon' },
    /exp.*doesn’t follow the OpenID standard/,
    'misconfigured',
  ],
  ['a time of issue that is no time', { iat: 'now' }, /iat.*the OpenID standard/, 'misconfigured'],
  ['another nonce', { nonce: 'x' }, /nonce.*nonce of the sign-in/, 'rejected'],
  [
    'another issuer',
    { iss: 'https://else.example' },
    /iss https:\/\/else\.example, expected http:\S+\)\. Make “Provider address” in the connection/,
    'misconfigured',
  ],
  [
    'an address with a control character',
    { email: 'a\u0001b@harbour.example' },
    /can’t be used/,
    'no-email',
  ],
  ['an address that ends in one', { email: `${EMAIL}\u0000` }, /can’t be used/, 'no-email'],
  ['a list of addresses', { email: [EMAIL] }, /email address that can’t be used/, 'no-email'],
  ['a subject with NUL', { sub: 'a\u0000b' }, /identifier.*sub/, 'misconfigured'],
  ['a very long subject', { sub: 'x'.repeat(1025) }, /identifier.*sub/, 'misconfigured'],
])('an id token with %s is refused with what to do', async (_, claims, said, reason) => {
  next.claims = claims
  await s.expectRefused(await signIn(), reason, said)
})

test.each<[string, string | Claims, RegExp, ('rejected' | 'misconfigured')?, string?]>([
  ['is encrypted', 'a.b.c.d.e', /\(its response is encrypted/],
  [
    'is signed with an algorithm that isn’t announced',
    {},
    /\(its response is signed, .*announces no/,
  ],
  ['has expired', { exp: 1 }, /\(its response has expired/, 'rejected'],
  ['is for another client', { aud: 'x' }, /\(its response is for another client \(aud x/],
  ['is from another issuer', { iss: 'https://x.example' }, /\(its response is from another issuer/],
  [
    'is signed with HS256',
    {},
    /\(its response is signed with HS256, which/,
    'misconfigured',
    'HS256',
  ],
])('a signed answer of userinfo that %s is named as that', async (_, body, said, reason, alg) => {
  const token = async () => (typeof body === 'string' ? body : await sign({ sub: 'sub', ...body }))
  Object.assign(next, { alg: alg ?? 'RS256' })
  next.userinfo = [200, 'application/jwt', await token()]
  next.alg = 'RS256'
  if (said.source.includes('announces')) next.metadata = {}
  else next.metadata = { userinfo_signing_alg_values_supported: ['RS256', 'HS256'] }
  await s.expectRefused(await signIn(), reason ?? 'misconfigured', said)
})

// Without either it says as much as a plain answer, which is taken: it comes from the provider’s own address, for this
// access token, and is about the user of the id token. The standard says only that it should have them (5.3.2).
test.each<[string, Claims]>([
  ['neither aud nor iss', {}],
  ['aud and no iss', { aud: 'waymark-server' }],
  ['iss and no aud', { iss: issuer }],
  ['several clients, ours among them', { aud: ['x', 'waymark-server'], iss: issuer }],
])('a signed answer of userinfo with %s is taken, as a plain one is', async (_, claims) => {
  next.metadata = { userinfo_signing_alg_values_supported: ['RS256'] }
  const body = await sign({ sub: 'sub', email_verified: true, name: 'Signed', ...claims })
  next.userinfo = [200, 'application/jwt', body]
  next.claims = { name: undefined }
  expect(await signIn()).toBe(SSO_SUCCESS)
  expect(await user()).toEqual({ email: EMAIL, name: 'Signed' })
})

test('a provider that breaks off its answer doesn’t respond, at the start or the end', async () => {
  next.configuration = CUT
  await s.expectRefused(await start(), 'unavailable')
  next.configuration = undefined
  next.status = 0
  await s.expectRefused(await signIn(), 'unavailable')
})

test('an encrypted id token is refused with what to turn off', async () => {
  next.token = { id_token: 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.b.c.d.e' }
  await s.expectRefused(await signIn(), 'misconfigured', /encrypted.*Turn off/)
})

test.each(['mailto:', 'SMTP:', 'Lead <'])('the address is found in “%s…”', async (before) => {
  next.claims = { email: `${before}${EMAIL}${before.endsWith('<') ? '>' : ''}` }
  expect(await signIn()).toBe(SSO_SUCCESS)
  expect(await user()).toMatchObject({ email: EMAIL })
})

test.each<[string, Claims, string]>([
  ['first and last name', { name: undefined, given_name: 'Ann', family_name: 'Lee' }, 'Ann Lee'],
  ['first and last name', { name: EMAIL, given_name: 'Ann', family_name: 'Lee' }, 'Ann Lee'],
  ['the last name only', { name: ' ', family_name: 'Lee' }, 'Lee'],
  ['the address, if the name is it', { name: EMAIL.toUpperCase() }, 'lead'],
])('the name comes from %s', async (_, claims, name) => {
  next.claims = claims
  expect(await signIn()).toBe(SSO_SUCCESS)
  expect(await user()).toEqual({ email: EMAIL, name })
})

test.each<[string, Claims, Claims, string]>([
  [
    'userinfo’s false counts for userinfo’s address',
    { email: undefined, email_verified: true },
    { email: EMAIL, email_verified: false },
    ssoFailure('unverified'),
  ],
  [
    'the id token’s true counts for userinfo’s address without a verdict',
    { email: undefined, email_verified: true },
    { email: EMAIL },
    SSO_SUCCESS,
  ],
  [
    'userinfo’s false counts where the id token has nothing but null',
    { email_verified: null },
    { email_verified: false },
    ssoFailure('unverified'),
  ],
  ['“True” counts', { email_verified: 'True' }, {}, SSO_SUCCESS],
  ['“False” counts', { email_verified: 'False' }, {}, ssoFailure('unverified')],
  ['“TRUE” of userinfo counts', {}, { email_verified: 'TRUE' }, SSO_SUCCESS],
])('whether the address is verified: %s', async (_, claims, info, end) => {
  next.claims = claims
  next.userinfo = [200, 'application/json', { sub: 'sub', ...info }]
  expect(await signIn()).toBe(end)
})

test.each<[string, Partial<typeof next>, RegExp]>([
  [
    'has no token_endpoint',
    { metadata: { token_endpoint: undefined } },
    /no usable token_endpoint/,
  ],
  ['has no jwks_uri', { metadata: { jwks_uri: undefined } }, /no usable jwks_uri/],
  ['has half a page', { metadata: { authorization_endpoint: '/auth' } }, /\(\/auth\)\. Set/],
  ['has a script', { metadata: { authorization_endpoint: 'javascript:x' } }, /isn’t a web address/],
  [
    'has a long page',
    { metadata: { authorization_endpoint: `https://a.example/${'x'.repeat(3000)}` } },
    /3018 characters long\. Shorten/,
  ],
  [
    'has a password',
    { metadata: { token_endpoint: 'https://u:secret@a.example' } },
    /^(?!.*secret).*token_endpoint has a user name/,
  ],
  [
    'announces HS256 only',
    { metadata: { id_token_signing_alg_values_supported: ['HS256'] } },
    /\(HS256\)\. Set.*RS256/,
  ],
  ['publishes a private key', { key: { d: 'AQAB' } }, /private key.*Replace/],
  ['is down', { configuration: [503, 'text/html', ''] }, /status 503\. Try again later/],
  ['is asked too often', { configuration: [429, 'a/b', ''] }, /status 429\. Try again later/],
  ['isn’t there', { configuration: [404, 'text/html', ''] }, /status 404.*Check the address/],
  ['has no keys', { instead: { '/jwks': [404, 'text/html', ''] } }, /jwks\).*404\. Check jwks_uri/],
  ['has keys later', { instead: { '/jwks': [503, 'text/html', ''] } }, /jwks\).*503\. Try again/],
  ['has a page of keys', { instead: { '/jwks': [200, 'text/html', '<p>'] } }, /list.*text\/html/],
])('the test of a provider that %s says so', async (_, odd, said) => {
  Object.assign(next, odd)
  const [{ id } = { id: 0 }] = await s.t.sql<{ id: number }>`
    select id from sso_connections where tenant_id = ${s.tenant.id}`
  const admin = s.t.as(await aUser(s.t.db, { tenant: s.tenant, roles: ['admin'] }))
  const { body } = await admin.post(`/customers/${s.tenant.id}/connections/${id}/test`)
  const { checks } = connections.test.response.parse(body)
  expect(checks.filter(({ is_ok }) => !is_ok)).toEqual([
    expect.objectContaining({ detail: expect.stringMatching(said) }),
  ])
})
