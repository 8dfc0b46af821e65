import { expect, test } from 'vitest'
import { scopeOf } from '#db/scope.ts'
import { decrypt } from '#core/encrypt.ts'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { withToken } from '#testing/client.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { type CallOptions, type TestApp, testApp } from '#testing/test-app.ts'
import { authenticatorAad } from './mfa/verification-code.ts'
import { renewEncryption } from './renew-encryption.ts'

const OLD = TEST_SECRET
const NEW = 'another secret for tests only, long enough'

// Both steps of docs/operations.md at the same time: one node is a step further than the other.
const before = await testApp({ works: false, secrets: [OLD, NEW] })
const after = await testApp({
  works: false,
  besides: before,
  secrets: [NEW, OLD],
  env: { WAYMARK_SECRET: NEW, WAYMARK_SECRET_PREVIOUS: OLD },
})
const tenant = await aTenant(before.db)

test.each<[string, TestApp, TestApp]>([
  ['the old secret', before, after],
  ['the new secret', after, before],
])('a session of a node with %s continues at the other node', async (_, one, other) => {
  const user = await aUser(before.db, { tenant })
  let node = one
  const browser = aBrowser((options: CallOptions) => node.call(options), tenant.host)
  const token = (await browser.signIn(user.email)).json<{ token: string }>().token
  node = other
  expect((await browser.user(token)).statusCode).toBe(200)
  for (node of [other, one, other]) expect((await browser.refresh()).statusCode).toBe(200)
})

test.each<[string, TestApp, TestApp]>([
  ['the old secret', before, after],
  ['the new secret', after, before],
])('two-step verification of a node with %s works at the other node', async (_, one, other) => {
  const user = await aUser(before.db, { tenant })
  const authenticator = await anAuthenticator(one, user)
  const browser = aBrowser(other.call, tenant.host)
  const signIn = await browser.signIn(user.email)
  const { mfa_token } = signIn.json<{ mfa_token: string }>()
  const body = { code: codeOf(authenticator) }
  const second = aBrowser(one.call, tenant.host)
  await second.send('GET', '/tenant')
  const verified = await second.send('POST', '/mfa', { body, headers: withToken(mfa_token) })
  expect(verified.statusCode).toBe(200)
})

test('stored values are encrypted again, after which the old secret isn’t needed', async () => {
  const user = await aUser(before.db, { tenant })
  const { secret } = await anAuthenticator(before, user)
  await renewEncryption(after.app)
  const { rows } = await before.owner.query<{ secret: Buffer }>(
    'select secret from authenticators where user_id = $1',
    [user.id],
  )
  const aad = authenticatorAad(scopeOf(tenant.id).tenantId, user.id)
  expect(decrypt([NEW], aad, rows[0]?.secret ?? Buffer.of())).toBe(secret)
})
