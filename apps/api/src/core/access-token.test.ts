import { withToken } from '#testing/client.ts'
import {
  type KeyObject,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto'
import * as fc from 'fast-check'
import { type JWTHeaderParameters, SignJWT, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { aSession, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import { createAccessTokens } from './access-token.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db, { domain: 'northfield' })
const user = await aUser(t.db, { tenant })
const claims = { userId: user.id, tenantId: tenant.id, sessionId: await aSession(t.db, user) }
const host = tenant.host
const token = await t.app.tokens.sign(claims)

test('a valid token is accepted', async () => {
  expect(await statusOf(token)).toBe(200)
  expect(header()).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' })
  expect(payload()).toMatchObject({ aud: 'api', iss: 'waymark', tid: claims.tenantId })
  expect(await statusOf(await signed({}))).toBe(200)
})

test('a token expires after ten minutes, even if it was verified before', async () => {
  let now = Date.now()
  const tokens = createAccessTokens([TEST_SECRET], () => new Date(now))
  const own = await tokens.sign(claims)
  now += 590_000
  expect(await tokens.verify(own)).toEqual(claims)
  now += 11_000
  await expect(tokens.verify(own)).rejects.toMatchObject({ code: 'signed-out' })
  const other = createAccessTokens([TEST_SECRET], () => new Date(now))
  await expect(other.verify(own)).rejects.toMatchObject({ code: 'signed-out' })
})

test('a token signed with the previous secret is accepted, with any other it is refused', async () => {
  const other = 'another secret for tests only, long too'
  const now = () => new Date()
  const changed = createAccessTokens([other, TEST_SECRET], now)
  expect(await changed.verify(token)).toEqual(claims)
  await expect(createAccessTokens([other], now).verify(token)).rejects.toThrow()
  expect(await statusOf(await changed.sign(claims))).toBe('signed-out')
})

test.each<[string, { header?: Record<string, unknown>; payload?: Record<string, unknown> }]>([
  ['another type', { header: { typ: 'mfa+jwt' } }],
  ['no type', { header: { typ: undefined } }],
  ['another name of its algorithm', { header: { alg: 'Ed25519' } }],
  ['another audience', { payload: { aud: 'api/mfa' } }],
  ['no audience', { payload: { aud: undefined } }],
  ['another issuer', { payload: { iss: 'https://evil.example' } }],
  ['an end in the past', { payload: { exp: Math.floor(Date.now() / 1000) - 1 } }],
  ['no end', { payload: { exp: undefined } }],
  ['a start in the future', { payload: { nbf: Math.floor(Date.now() / 1000) + 60 } }],
  ['a key id of a path', { header: { kid: '../../etc/passwd' } }],
  ['a key id of SQL', { header: { kid: "' or 1=1 --" } }],
  ['no key id', { header: { kid: undefined } }],
  ['an unknown critical header', { header: { crit: ['wm-x'], 'wm-x': 1 } }],
  ['another person', { payload: { sub: '999999999' } }],
  ['no person', { payload: { sub: undefined } }],
  ['a person that is no number', { payload: { sub: 'me' } }],
  ['another session', { payload: { sid: 999999999 } }],
  ['a session that is no number', { payload: { sid: '1; drop table users' } }],
  ['another organisation', { payload: { tid: 999999999 } }],
  ['no organisation', { payload: { tid: undefined } }],
  ['a negative organisation', { payload: { tid: -1 } }],
])('a token with %s is refused, even if signed with our key', async (_, change) => {
  expect(await statusOf(await signed(change))).toBe('signed-out')
})

test('a token of a removed user opens no later account with the same address', async () => {
  const before = await aUser(t.db, { tenant })
  const claims = { tenantId: tenant.id, sessionId: await aSession(t.db, before) }
  const theirs = await t.app.tokens.sign({ ...claims, userId: before.id })
  expect(await statusOf(theirs)).toBe(200)
  await t.sql`delete from users where id = ${before.id}`
  const after = await aUser(t.db, { tenant, email: before.email })
  await aSession(t.db, after)
  expect(after.id).toBeGreaterThan(before.id)
  expect(await statusOf(theirs)).toBe('signed-out')
})

test('unsigned and wrongly signed tokens are refused', async () => {
  const [, body] = parts()
  const hmac = { ...header(), alg: 'HS256' }
  const signing = `${encode(hmac)}.${body}`
  const publicKey = Buffer.from(ourKey().export({ format: 'jwk' }).x ?? '', 'base64url')
  const keyConfusion = createHmac('sha256', publicKey).update(signing).digest('base64url')
  const stranger = generateKeyPairSync('ed25519')
  const embedded = { ...header(), jwk: stranger.publicKey.export({ format: 'jwk' }) }
  const forged = [
    ...['none', 'None', 'NONE'].map((alg) => `${encode({ ...header(), alg })}.${body}.`),
    `${parts()[0]}.${body}.`,
    `${signing}.${keyConfusion}`,
    await sign(header(), payload(), stranger.privateKey),
    await sign(embedded, payload(), stranger.privateKey),
    await sign({ ...header(), jku: 'https://evil.example' }, payload(), stranger.privateKey),
  ]
  for (const each of forged) expect(await statusOf(each), each).toBe('signed-out')
})

test('text that is no token is refused', async () => {
  for (const value of ['', 'x', '..', 'null', '🙂'.repeat(3), 'a.b.c', `${token}.x`, `x${token}`])
    expect(await statusOf(Buffer.from(value).toString('latin1')), value).toBe('signed-out')
  const answer = await t.call({ host, method: 'GET', url: '/api/user' })
  expect(answer.json()).toMatchObject({ code: 'signed-out' })
})

test('a token with any one bit flipped is refused', async () => {
  const bytes = parts().map((part) => Buffer.from(part, 'base64url'))
  const position = fc.record({ part: fc.nat({ max: 2 }), bit: fc.nat() })
  await fc.assert(
    fc.asyncProperty(position, async ({ part, bit }) => {
      const flipped = bytes.map((original, index) => {
        const copy = Buffer.from(original)
        const at = bit % (copy.length * 8)
        if (index === part) copy[at >> 3] = (copy[at >> 3] ?? 0) ^ (1 << (at & 7))
        return copy.toString('base64url')
      })
      expect(await statusOf(flipped.join('.'))).toBe('signed-out')
    }),
    { numRuns: 300 },
  )
})

async function statusOf(value: string, where = host) {
  const headers = withToken(value)
  const answer = await t.call({ host: where, method: 'GET', url: '/api/user', headers })
  return answer.statusCode === 401 ? answer.json<{ code: string }>().code : answer.statusCode
}

function parts() {
  return token.split('.') as [string, string, string]
}

function header() {
  return decodeProtectedHeader(token) as JWTHeaderParameters
}

function payload(): Record<string, unknown> {
  return JSON.parse(Buffer.from(parts()[1], 'base64url').toString())
}

function encode(part: object) {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function signed(change: { header?: object; payload?: Record<string, unknown> }) {
  return sign({ ...header(), ...change.header }, { ...payload(), ...change.payload }, ourKey())
}

function sign(head: JWTHeaderParameters, body: Record<string, unknown>, key: KeyObject) {
  return new SignJWT(body).setProtectedHeader(head).sign(key, { crit: { 'wm-x': true } })
}

function ourKey() {
  const seed = Buffer.from(hkdfSync('sha256', TEST_SECRET, '', 'access token key', 32))
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}
