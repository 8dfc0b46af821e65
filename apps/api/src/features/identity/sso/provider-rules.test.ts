import { createHash } from 'node:crypto'
import type { SsoFailureReason } from 'contract/sso'
import { visitSamlProvider } from 'e2e/idp/visit-provider'
import type { SamlTags } from 'e2e/idp/saml-provider'
import { afterEach, describe, expect, test } from 'vitest'
import { PASSWORD, aUser } from '#testing/factories.ts'
import { anOwner } from '#testing/linking.ts'
import { aSalesforceVisitor, forged } from '#testing/salesforce.ts'
import { startSso } from '#testing/sso-fixture.ts'
import {
  SSO_SUCCESS,
  aSamlVisitor,
  anOpenidVisitor,
  lastRefusal,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'

// What a provider's answer must not say, at every door through which an answer comes in.

const s = await startSso('rules', { isSalesforce: true })
const elsewhere = await s.newTenant()

const seconds = (n: number) => Math.floor(Date.now() / 1000) + n
const at = (n: number) => new Date(Date.now() + n * 1000).toISOString()
const nothingHappened = async () => {
  const rows = await s.t
    .sql`select from identities where tenant_id in (${s.tenant.id}, ${elsewhere.id})
    union all select from sessions where method = 'sso' and tenant_id in (${s.tenant.id}, ${elsewhere.id})`
  expect(rows).toHaveLength(0)
}
const owner = async () => await anOwner(s.t, await aUser(s.t.db, { tenant: s.tenant }), {})
type Outcome = { end: string; detail: string | undefined }
const outcomeOf = async (end: string, action = 'sso.rejected'): Promise<Outcome> => ({
  end,
  detail: (await lastRefusal(s.t.db, s.tenant, action))?.detail,
})

/** How each door ends if the provider's answer is refused for this reason. */
type Door = [
  name: string,
  enter: (hint?: string) => Promise<Outcome>,
  ends: (reason: SsoFailureReason) => string,
]

const settings = (reason: SsoFailureReason) => `/settings?link=${reason}`

describe('SAML', () => {
  const signIn = async (people_tenant_id?: number) => {
    await s.connectSaml(people_tenant_id === undefined ? {} : { people_tenant_id })
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    return await outcomeOf(await visitor.finish(await visitor.ask()))
  }
  const link = async () => {
    await s.connectSaml()
    const me = await owner()
    const start = await me.send('/sso/harbour-saml.example', { password: PASSWORD })
    const { url } = start.json<{ url: string }>()
    const { action, ...fields } = await visitSamlProvider(url, 'quality')
    const next = await me.post(action, fields, 'http://127.0.0.1:4006')
    const isAccepted = next.pathname === '/api/auth/sso/finish'
    return await outcomeOf(isAccepted ? await me.come(next) : pathOf(next), 'identity.rejected')
  }
  const DOORS: Door[] = [
    ['signing in', () => signIn(), ssoFailure],
    ['signing in at another organisation', () => signIn(elsewhere.id), ssoFailure],
    ['linking', link, settings],
  ]

  const tags = (change: SamlTags) => (s.saml.rewrite = (before) => ({ ...before, ...change }))
  const xml = (from: string | RegExp, to: string) => {
    s.saml.rewriteXml = (before) => {
      const after = before.replace(from, to)
      if (after === before) throw new Error(`The response has no ${String(from)}.`)
      return after
    }
  }
  const issuer = (text: string) => xml(/(?<=<saml:Assertion [^>]+><saml:Issuer>)[^<]+/, text)
  const inStatement = (text: string) =>
    xml('<saml:AuthnStatement ', `<saml:AuthnStatement ${text} `)
  const RULES: [name: string, change: () => unknown, detail: RegExp, reason?: SsoFailureReason][] =
    [
      ['a confirmation by a key', () => xml('cm:bearer', 'cm:holder-of-key'), /bearer only/],
      [
        'no confirmation',
        () => xml(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, ''),
        /confirm/,
      ],
      [
        'a confirmation without a method',
        () => xml(/(?<=<saml:SubjectConfirmation) Method="[^"]+"/, ''),
        /no method/,
      ],
      [
        'another recipient',
        () => tags({ Recipient: 'http://else.example/acs' }),
        /different address/,
      ],
      ['no recipient', () => xml(/ Recipient="[^"]+"/, ''), /different address/],
      [
        'another destination',
        () => xml(/ Destination="[^"]+"/, ' Destination="http://else.example"'),
        /reply address/,
      ],
      [
        'another issuer of the response',
        () => xml(/<saml:Issuer>[^<]+/, '<saml:Issuer>http://else.example'),
        /different provider/,
      ],
      [
        'another issuer of the assertion',
        () => issuer('http://else.example'),
        /different provider/,
      ],
      ['an empty issuer of the assertion', () => issuer(''), /different provider/],
      [
        'a confirmation without our request',
        () => xml(/ InResponseTo="[^"]+"(?=\/><\/saml:SubjectConf)/, ''),
        /InResponseTo/,
      ],
      [
        'a confirmation of another request',
        () => xml(/ InResponseTo="[^"]+"(?=\/><\/saml:SubjectConf)/, ' InResponseTo="_other"'),
        /InResponseTo|confirmation/,
      ],
      ['no request', () => xml(/ InResponseTo="[^"]+"/, ''), /InResponseTo is missing/],
      [
        'a status other than success',
        () => tags({ Status: 'Requester' }),
        /status Requester/,
        'cancelled',
      ],
      ['no status', () => xml(/<samlp:Status>.*<\/samlp:Status>/, ''), /no status/],
      ['a status beside a user', () => xml('status:Success', 'status:AuthnFailed'), /AuthnFailed/],
      [
        'a session that has ended',
        () => inStatement(`SessionNotOnOrAfter="${at(-60)}"`),
        /session has ended/,
      ],
      [
        'an expired confirmation',
        () => xml(/(?<=SubjectConfirmationData NotOnOrAfter=")[^"]+/, at(-60)),
        /confirmation/,
      ],
      [
        'a confirmation without an end',
        () => xml(/(?<=SubjectConfirmationData) NotOnOrAfter="[^"]+"/, ''),
        /NotOnOrAfter/,
      ],
      [
        'an expired assertion',
        () => xml(/(?<=<saml:Conditions [^>]+NotOnOrAfter=")[^"]+/, at(-60)),
        /expired/,
      ],
      ['an assertion of the future', () => tags({ NotBefore: at(120) }), /not yet valid/],
      [
        'an assertion that was issued long ago',
        () => tags({ IssueInstant: at(-400) }),
        /too old|confirmation/,
      ],
      ['another audience', () => tags({ Audience: 'http://else.example' }), /as the audience/],
      [
        'no audience',
        () => xml(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
        /no audience/,
        'misconfigured',
      ],
      ['no user', () => xml(/<saml:NameID .*<\/saml:NameID>/, ''), /no name ID/, 'misconfigured'],
      ['no subject', () => xml(/<saml:Subject>.*<\/saml:Subject>/, ''), /confirm/],
      [
        'a name ID that changes each time',
        () => xml('nameid-format:persistent', 'nameid-format:transient'),
        /transient/,
        'misconfigured',
      ],
      [
        'a signed response around an unsigned assertion',
        () => (s.saml.signs = { response: true, assertion: false }),
        /Keycloak/,
        'misconfigured',
      ],
    ]

  test.each(
    RULES.flatMap((rule) => DOORS.map((door) => ({ rule, door, name: rule[0], at: door[0] }))),
  )(
    'an answer with $name is refused when $at',
    async ({ rule: [, change, detail, reason = 'rejected'], door: [, enter, ends] }) => {
      change()
      const { end, detail: said } = await enter()
      expect(end).toBe(ends(reason))
      expect(said).toMatch(detail)
      expect(said).not.toMatch(/Cannot read|undefined|\[object/)
      await nothingHappened()
    },
  )
})

describe('OpenID', () => {
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
    ['signing in with Salesforce', salesforce, () => 'oidc-refused'],
  ]
  const RULES: [name: string, claims: () => Record<string, unknown>, detail: RegExp][] = [
    ['another authorised party', () => ({ azp: 'another-client' }), /another party|azp/],
    [
      'several audiences and no party',
      () => ({ aud: ['waymark-server', 'waymark-browser', 'x'] }),
      /azp|party|aud/,
    ],
    ['a time of issue in the future', () => ({ iat: seconds(90), exp: seconds(600) }), /iat/],
    ['a time of issue before the sign-in', () => ({ iat: seconds(-90) }), /older than the sign-in/],
    ['an empty subject', () => ({ sub: '' }), /\bsub\b|subject/],
    ['a blank subject', () => ({ sub: ' \t\u00a0' }), /\bsub\b|subject/],
    ['no time of issue', () => ({ iat: undefined }), /iat/],
    ['the hash of another access token', () => ({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }), /at_hash/],
    ['a hash that isn’t text', () => ({ at_hash: 7 }), /at_hash/],
    ['an expiry in the past', () => ({ exp: seconds(-60), iat: seconds(-20) }), /exp/],
    ['another nonce', () => ({ nonce: 'another' }), /nonce/],
  ]
  const rules = RULES.flatMap((rule) =>
    DOORS.map((door) => ({ rule, door, name: rule[0], at: door[0] })),
  )

  test.each(rules)(
    'an id token with $name is refused when $at',
    async ({ rule: [, claims, detail], door: [, enter, ends] }) => {
      forge(claims())
      const { end, detail: said } = await enter()
      expect(end).toBe(ends('rejected'))
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
})
