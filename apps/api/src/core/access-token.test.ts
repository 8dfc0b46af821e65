import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { type AccessClaims, makeAccessTokens } from './access-token.ts'

const OTHER_SECRET = 'another secret for tests only, long too'

let t: TestApp
let claims: AccessClaims
let host: string
let token: string
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const tenant = await aTenant(t.db, { domain: 'northfield' })
  const user = await aUser(t.db, { tenant })
  claims = { userId: user.id, tenantId: tenant.id, sessionId: await aSession(t.db, user) }
  host = tenant.host
  token = await t.app.tokens.sign(claims)
})
afterAll(() => t.close())

const statusOf = async (bearer: string, where = host) => {
  const headers = { authorization: `Bearer ${bearer}` }
  const answer = await t.call({ host: where, method: 'GET', url: '/api/user', headers })
  return answer.statusCode === 401 ? answer.json<{ code: string }>().code : answer.statusCode
}

type Header = Record<string, unknown> & { alg: string }
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const parts = () => token.split('.') as [string, string, string]
const header = () => decodeProtectedHeader(token) as Header
const payload = () => JSON.parse(Buffer.from(parts()[1], 'base64url').toString()) as object

/** Signed with our own key, as only we could, but saying something else. */
async function signedByUs(change: { header?: object; payload?: Record<string, unknown> }) {
  const { privateKey } = ourKey()
  return await new SignJWT({ ...payload(), ...change.payload })
    .setProtectedHeader({ ...header(), ...change.header } as never)
    .sign(privateKey)
}

/** The key is derived from the secret; signing with it needs the same derivation. */
function ourKey() {
  const tokens = makeAccessTokens([TEST_SECRET], () => new Date())
  return tokens as unknown as { privateKey: CryptoKey }
}

test('a token of ours opens the door', async () => {
  expect(await statusOf(token)).toBe(200)
  expect(header()).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' })
  expect(payload()).toMatchObject({ aud: 'api', iss: 'waymark', tid: claims.tenantId })
})
