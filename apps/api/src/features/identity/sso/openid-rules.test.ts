import { createHash } from 'node:crypto'
import type { SsoFailureReason } from 'contract/sso'
import { afterEach, expect, test } from 'vitest'
import { PASSWORD } from '#testing/factories.ts'
import { aSalesforceVisitor, forged } from '#testing/salesforce.ts'
import { type Door, atEveryDoor, doorFrame } from '#testing/sso-doors.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, anOpenidVisitor, ssoFailure } from '#testing/sso.ts'

// What an OpenID answer must not say, at every door through which it comes in.

const s = await startSso('openidrules', { isSalesforce: true })
const { elsewhere, owner, outcomeOf, settings, nothingHappened } = await doorFrame(s)
const seconds = (n: number) => Math.floor(Date.now() / 1000) + n

const forge = (claims: Record<string, unknown>) => {
  for (const provider of [s.openid, s.otherOpenid])
    provider.rewriteToken = async (answer) => ({
      ...answer,
      id_token: await forged(provider, String(answer.id_token), claims),
    })
}
afterEach(() => forge({}))
const signIn = async (hint?: string, people_tenant_id?: number) => {
  const people = people_tenant_id === undefined ? {} : { people_tenant_id }
  await s.connect(people, s.otherOpenid)
  return await outcomeOf(await anOpenidVisitor(s.t, s.tenant).signIn(hint))
}
const link = async (hint?: string) => {
  await s.connect({}, s.otherOpenid)
  const me = await owner()
  const back = await me.leave({ password: PASSWORD }, 'harbour.example', hint)
  return await outcomeOf(await me.come(back), 'identity.rejected')
}
const salesforce = async () => {
  const visitor = aSalesforceVisitor(s.t, s.openid, s.tenant)
  const answer = await visitor.exchange(await visitor.tokens())
  return await outcomeOf(
    answer.json<{ code?: string }>().code ?? 'signed in',
    'salesforce.rejected',
  )
}
const DOORS: Door[] = [
  ['signing in', (hint) => signIn(hint), ssoFailure],
  ['signing in at another organisation', (hint) => signIn(hint, elsewhere.id), ssoFailure],
  ['linking', link, settings],
  [
    'signing in with Salesforce',
    salesforce,
    (reason) => (reason === 'misconfigured' ? 'oidc-misconfigured' : 'oidc-refused'),
  ],
]
const RULES: [
  name: string,
  claims: () => Record<string, unknown>,
  detail: RegExp,
  reason?: SsoFailureReason,
][] = [
  [
    'another authorised party',
    () => ({ azp: 'another-client' }),
    /another party|azp/,
    'misconfigured',
  ],
  [
    'several audiences and no party',
    () => ({ aud: ['waymark-server', 'waymark-browser', 'x'] }),
    /azp|party|aud/,
    'misconfigured',
  ],
  ['a time of issue in the future', () => ({ iat: seconds(90), exp: seconds(600) }), /iat/],
  ['a time of issue before the sign-in', () => ({ iat: seconds(-90) }), /older than the sign-in/],
  ['an empty subject', () => ({ sub: '' }), /\bsub\b|subject/, 'misconfigured'],
  ['a blank subject', () => ({ sub: ' \t\u00a0' }), /\bsub\b|subject/, 'misconfigured'],
  [
    'a subject that shows nothing',
    () => ({ sub: '\u200b\ufe0f' }),
    /\bsub\b|subject/,
    'misconfigured',
  ],
  ['no time of issue', () => ({ iat: undefined }), /iat/, 'misconfigured'],
  ['the hash of another access token', () => ({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }), /at_hash/],
  ['a hash that isn’t text', () => ({ at_hash: 7 }), /at_hash/],
  ['an expiry in the past', () => ({ exp: seconds(-60), iat: seconds(-20) }), /exp/],
  ['another nonce', () => ({ nonce: 'another' }), /nonce/],
]
test.each(atEveryDoor(RULES, DOORS))(
  'an id token with $name is refused when $at',
  async ({ rule: [, claims, detail, reason = 'rejected'], door: [, enter, ends] }) => {
    forge(claims())
    const { end, detail: said } = await enter()
    expect(end).toBe(ends(reason))
    expect(said).toMatch(detail)
    await nothingHappened()
  },
)

// Salesforce's code is redeemed in the browser.
test.each(DOORS.slice(0, 3))(
  'an id token of another code is refused when %s',
  async (_, enter, ends) => {
    forge({ c_hash: 'AAAAAAAAAAAAAAAAAAAAAA' })
    const { end, detail } = await enter()
    expect([end, detail]).toEqual([ends('rejected'), expect.stringMatching(/c_hash/)])
    await nothingHappened()
  },
)

test.each(DOORS.slice(0, 3))(
  'where the id token doesn’t say whether the address is verified, userinfo does, when %s',
  async (_, enter, ends) => {
    forge({ email_verified: undefined })
    expect((await enter('unverified')).end).toBe(ends('unverified'))
    await nothingHappened()
  },
)

test('an id token with the right hashes is accepted', async () => {
  s.otherOpenid.rewriteToken = async (answer) => {
    const digest = createHash('sha256').update(String(answer.access_token)).digest()
    const at_hash = digest.subarray(0, 16).toString('base64url')
    return {
      ...answer,
      id_token: await forged(s.otherOpenid, String(answer.id_token), { at_hash }),
    }
  }
  await s.connect({}, s.otherOpenid)
  expect(await anOpenidVisitor(s.t, s.tenant).signIn()).toBe(SSO_SUCCESS)
})
