import { test } from 'vitest'
import { type Claims, type Userinfo, startOddOpenid } from '#testing/odd-openid.ts'

// Each fault of an OpenID answer is named as what it is.

const { s, issuer, next, signIn } = await startOddOpenid('openidanswer')

type Odd = Partial<Omit<typeof next, 'token'>> & { token?: Claims; query?: Record<string, string> }
const [ELSEWHERE, HTML] = [
  `${issuer.replace('http', 'https')}/token`,
  [404, 'text/html', '<p>'] as Userinfo,
]
type Row = [string, Odd, RegExp, ('unreachable' | 'rejected' | 'unavailable')?]
test.each<Row>([
  ['no id token', { token: { id_token: undefined } }, /no id token.*Allow.*scope openid/],
  ['another token type', { token: { token_type: 'mac' } }, /type mac\). Set.*Bearer/],
  ['no token type', { token: { token_type: undefined } }, /token_type.*Bearer/],
  ['no access token', { token: { access_token: '' } }, /no access_token/],
  ['an end of the wrong kind', { token: { expires_in: 'x' } }, /expires_in/],
  ['an id token that is none', { token: { id_token: 'a.b.c' } }, /isn’t a signed id token/],
  [
    'an id token for another purpose',
    { query: { code: 'c', id_token: 'x' } },
    /hybrid.*type code\)/,
  ],
  ['no code', { query: {} }, /no authorisation code.*response type code/],
  ['a signed answer', { query: { response: 'a.b.c' } }, /JARM.*Set/],
  [
    'a broken key',
    { key: { n: 'AQAB' } },
    /key.*damaged.*fewer than 2048 bits\. Publish.*jwks_uri/,
  ],
  ['half a key', { key: { n: undefined } }, /key.*damaged.*jwks_uri/],
  ['a key with another ID', { key: { kid: 'other' } }, /no key.*kid k.*jwks_uri/],
  ['a key of another kind', { key: { kty: 'EC' } }, /no key.*RS256/],
  [
    'keys that are no list',
    { instead: { '/jwks': [200, 'application/json', {}] } },
    /no list of keys.*\/jwks/,
  ],
  ['no keys address', { metadata: { jwks_uri: undefined } }, /names no usable jwks_uri\. Set/],
  [
    'no keys',
    { instead: { '/jwks': HTML } },
    /\/jwks\) responded with status 404\. Check jwks_uri/,
  ],
  [
    'no token endpoint',
    { instead: { '/token': HTML } },
    /\/token\) responded with status 404\. Check/,
  ],
  [
    'a page',
    { instead: { '/token': [200, 'text/html', '<p>'] } },
    /isn’t a JSON.*\/token, text\/html/,
  ],
  [
    'a broken answer',
    { instead: { '/token': [200, 'application/json', '{'] } },
    /isn’t a JSON.*\/token/,
  ],
  ['401 alone', { instead: { '/token': [401, 'text/html', ''] } }, /client ID or secret.*basic\)/],
  [
    '401 with JSON',
    { instead: { '/token': [401, 'application/json', {}] } },
    /client ID or secret/,
  ],
  [
    'too much',
    { instead: { '/token': [200, 'a/b', 'x'.repeat(2 ** 18)] } },
    /128 KB.*\/token\)\. Check(?!.*keys)/,
  ],
  [
    'too many keys',
    { instead: { '/jwks': [200, 'a/b', 'x'.repeat(2 ** 18)] } },
    /128 KB.*own keys only/,
  ],
  ...['HS256', 'none', 'ES256K'].map((alg): Row => [
    `the announced algorithm ${alg}`,
    { alg, metadata: { id_token_signing_alg_values_supported: ['PS256', alg] } },
    new RegExp(`signed with ${alg}, which .*announces PS256, ${alg}\\. Set.*RS256`),
  ]),
  ['no nonce', { claims: { nonce: undefined } }, /no nonce\. Set/],
  [
    'several clients and no party',
    { claims: { aud: ['waymark-server', 'x'] } },
    /several clients.*azp is missing.*Set/,
  ],
  ['yes for a verdict', { claims: { email_verified: 'yes' } }, /email_verified.*\(yes\)\. Set/],
  ['1 for a verdict', { claims: { email_verified: 1 } }, /email_verified.*\(1\)\. Set/],
  ['half a character in its subject', { claims: { sub: 'a\uD800' } }, /damaged characters/],
  ...[429, 408, 425].map((status): Row => [
    `status ${status} in JSON`,
    { instead: { '/token': [status, 'application/json', { error: 'invalid_request' }] } },
    new RegExp(`status ${status}, invalid_request.*Start again`),
    'unavailable',
  ]),
  [
    'slow_down',
    { instead: { '/token': [400, 'application/json', { error: 'slow_down' }] } },
    /slow_down.*Start again/,
    'unavailable',
  ],
  ...['javascript:alert(1)', 'data:,x', 'mailto:a@b', 'ftp://a.example/'].map((page): Row => [
    `the page ${page}`,
    { metadata: { authorization_endpoint: page } },
    /authorization_endpoint isn’t a web address.*Set/,
  ]),
  ...['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'].map(
    (name): Row => [
      `a password in ${name}`,
      { metadata: { [name]: 'http://u:secret@127.0.0.1/' } },
      new RegExp(`^(?!.*secret).*${name} has a user name or password.*Set`),
    ],
  ),
  [
    'another issuer with a password',
    { metadata: { issuer: 'https://u:secret@else.example' } },
    /^(?!.*secret).*OpenID configuration can’t be used/,
  ],
  ['a private key', { key: { d: 'AQAB' } }, /publishes a private key.*anyone.*Replace/],
  [
    'another algorithm than announced',
    { metadata: { id_token_signing_alg_values_supported: ['ES256'] } },
    /RS256.*announces ES256/,
  ],
  [
    'no iss, which it announces',
    { metadata: { authorization_response_iss_parameter_supported: true } },
    /no iss, .*announces.*Set/,
  ],
  [
    'another iss',
    { query: { code: 'c', iss: 'https://x.example' } },
    /iss https:\/\/x\.example, .*Start again/,
    'rejected',
  ],
  [
    'https at a port of http',
    { metadata: { token_endpoint: ELSEWHERE } },
    /doesn’t use TLS.*\/token\)\. Check/,
    'unreachable',
  ],
  [
    'a host that isn’t there',
    { metadata: { jwks_uri: `http://${'x'.repeat(70)}.example/jwks` } },
    /host name.*x\.example\/jwks.*Check/,
    'unreachable',
  ],
])('an answer with %s names it and what to do', async (_, { query, ...odd }, said, reason) => {
  Object.assign(next, odd)
  await s.expectRefused(await signIn(query), reason ?? 'misconfigured', said)
})
