import type { SsoFailureReason } from 'contract/sso'
import type { SamlTags } from 'e2e/idp/saml-provider'
import { expect, test } from 'vitest'
import { inElement, samlDoors } from '#testing/saml-doors.ts'
import { atEveryDoor } from '#testing/sso-doors.ts'
import { startSso } from '#testing/sso-fixture.ts'

// What a SAML answer must not say, at every door through which it comes in.

const s = await startSso('samlrules')
const { doors: DOORS, xml, nothingHappened } = await samlDoors(s)
const at = (n: number) => new Date(Date.now() + n * 1000).toISOString()

const tags = (change: SamlTags) => (s.saml.rewrite = (before) => ({ ...before, ...change }))
const nameId = (text: string) => xml(inElement('NameID'), text)
const INNER = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/>'
const message = (text: string) =>
  xml(
    '/></samlp:Status>',
    `>${INNER}</samlp:StatusCode><samlp:StatusMessage>${text}</samlp:StatusMessage></samlp:Status>`,
  )
const issuer = (text: string) => xml(/(?<=<saml:Assertion [^>]+><saml:Issuer>)[^<]+/, text)
const inStatement = (text: string) => xml('<saml:AuthnStatement ', `<saml:AuthnStatement ${text} `)
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:'
const SAML_1 = 'urn:oasis:names:tc:SAML:1.0:status:Success'
type Rule = [name: string, change: () => unknown, detail: RegExp, reason?: SsoFailureReason]
const RULES: Rule[] = [
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
    () => xml(/ Recipient="[^"]+"/, ' Recipient="http://else.example/acs"'),
    /different address \(Recipient http:\/\/else\.example\/acs\)\. Enter http.*reply address/,
  ],
  [
    'no recipient',
    () => xml(/ Recipient="[^"]+"/, ''),
    /names no address \(Recipient is missing\).*reply address/,
  ],
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
    'a second issuer of the response',
    () => xml('<samlp:Status>', '<saml:Issuer>http://else.example</saml:Issuer><samlp:Status>'),
    /different provider/,
  ],
  [
    'another issuer of the assertion',
    () => issuer('http://else.example'),
    /different provider.*enter this entity ID in the connection/,
  ],
  [
    'a very long issuer of the assertion',
    () => issuer('x'.repeat(2000)),
    /x{300}\. If it is your provider, enter this entity ID/,
  ],
  ['an empty issuer of the assertion', () => issuer(''), /Issuer .* is missing or empty\. Set the/],
  [
    'a confirmation without our request',
    () => xml(/ InResponseTo="[^"]+"(?=\/><\/saml:SubjectConf)/, ''),
    /InResponseTo/,
  ],
  [
    'a confirmation of another request',
    () => xml(/ InResponseTo="[^"]+"(?=\/><\/saml:SubjectConf)/, ' InResponseTo="_other"'),
    /InResponseTo|confirmation/,
    'rejected',
  ],
  ['no request', () => xml(/ InResponseTo="[^"]+"/, ''), /InResponseTo is missing/],
  [
    'a status other than success',
    () => tags({ Status: 'Requester' }),
    /status Requester/,
    'cancelled',
  ],
  ['no status', () => xml(/<samlp:Status>.*<\/samlp:Status>/, ''), /no status/],
  ...['Success', 'samlp:Success', `${STATUS}success`, `${STATUS}Success`.toLowerCase(), SAML_1].map(
    (odd): Rule => [
      `success spelled as “${odd}”`,
      () => xml(`${STATUS}Success`, odd),
      new RegExp(`status is “${odd}”, .*Set the provider to send ${STATUS}Success\\.$`),
    ],
  ),
  [
    'an empty status',
    () => xml(`${STATUS}Success`, ''),
    /no status \(StatusCode\)\. Set the provider/,
  ],
  [
    'a second status',
    () =>
      xml(
        '</samlp:Status>',
        '</samlp:Status><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/></samlp:Status>',
      ),
    /status Success, Responder/,
    'refused',
  ],
  ...[
    [`${STATUS}AuthnFailed`, /status Success, AuthnFailed\. If the user didn’t cancel, assign/],
    [`${STATUS}PartialLogout`, /status Success, PartialLogout\. Look for the reason/],
    ['urn:example:locked', /status Success, urn:example:locked\. Look for the reason/],
    ['', /status Success\. Look for the reason/],
  ].map(([inner, detail]): Rule => [
    `“${String(inner)}” inside success`,
    () =>
      xml(
        'status:Success"/>',
        `status:Success"><samlp:StatusCode Value="${String(inner)}"/></samlp:StatusCode>`,
      ),
    detail as RegExp,
    'refused',
  ]),
  [
    'a refusal inside two statuses of success',
    () => {
      const inside = (value: string) => `<samlp:StatusCode Value="${STATUS}${value}">`
      const ends = '</samlp:StatusCode>'.repeat(3)
      xml(
        'status:Success"/>',
        `status:Success">${inside('Success')}${inside('AuthnFailed')}${ends}`,
      )
    },
    /status Success, AuthnFailed\. If the user didn’t cancel, assign/,
    'refused',
  ],
  [
    'success in pieces',
    () => xml('status:Success', 'status:Suc:Success'),
    /status Suc:Success/,
    'refused',
  ],
  [
    'a status beside a user',
    () => xml('status:Success', 'status:AuthnFailed'),
    /AuthnFailed/,
    'refused',
  ],
  [
    'a session that has ended',
    () => inStatement(`SessionNotOnOrAfter="${at(-60)}"`),
    /session has ended/,
    'rejected',
  ],
  [
    'a session end that is no time',
    () => inStatement('SessionNotOnOrAfter="x"'),
    /an invalid time \(SessionNotOnOrAfter “x”\)\. Set the provider to send times/,
  ],
  [
    'an expired confirmation',
    () => xml(/(?<=SubjectConfirmationData NotOnOrAfter=")[^"]+/, at(-60)),
    /has expired \(NotOnOrAfter of the subject confirmation\)/,
    'rejected',
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
    'rejected',
  ],
  [
    'conditions with a start and no end',
    () => {
      tags({ NotBefore: at(120) })
      xml(/(?<=<saml:Conditions [^>]*) NotOnOrAfter="[^"]+"/, '')
    },
    /The assertion’s conditions have NotBefore but no NotOnOrAfter\. Set/,
  ],
  [
    'a time that is none',
    () => xml(/(?<=SubjectConfirmationData NotOnOrAfter=")[^"]+/, 'soon'),
    /an invalid time \(NotOnOrAfter “soon”\)\. Set the provider to send times/,
  ],
  ['an assertion of the future', () => tags({ NotBefore: at(120) }), /not yet valid/, 'rejected'],
  [
    'an assertion that was issued long ago',
    () => tags({ IssueInstant: at(-400) }),
    /The assertion is too old \(IssueInstant\)\. Start again/,
    'rejected',
  ],
  ['another audience', () => tags({ Audience: 'http://else.example' }), /as the audience/],
  [
    'no audience',
    () => xml(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
    /no audience/,
  ],
  [
    'two users',
    () => xml(/<saml:NameID .*<\/saml:NameID>/, '$&<saml:NameID>other</saml:NameID>'),
    /names more than one user \(Subject, NameID\)\. Set the provider/,
  ],
  [
    'two subjects',
    () => xml(/<saml:Subject>.*<\/saml:Subject>/, '$&$&'),
    /names more than one user \(Subject, NameID\)\. Set the provider/,
  ],
  ['no user', () => xml(/<saml:NameID .*<\/saml:NameID>/, ''), /no name ID/],
  ['no subject', () => xml(/<saml:Subject>.*<\/saml:Subject>/, ''), /confirm/],
  [
    'a name ID that changes each time',
    () => xml('nameid-format:persistent', 'nameid-format:transient'),
    /transient/,
  ],
  ['a very long name ID', () => nameId('a'.repeat(1025)), /name ID.*longer than 1 KB/],
  ['a name ID of two lines', () => nameId('a\nb'), /control characters/],
  ['a name ID of spaces only', () => nameId(' \t\r\n'), /no name ID/],
  [
    'an audience in another case',
    () => xml(inElement('Audience'), (text) => text.toUpperCase()),
    /as the audience/,
  ],
  [
    'an audience that starts like ours',
    () => xml(inElement('Audience'), (text) => `${text}/x`),
    /as the audience/,
  ],
  [
    'an audience with a space that XML has no name for',
    () => xml(inElement('Audience'), (text) => `\u00a0${text}`),
    /as the audience/,
  ],
  [
    'another audience beside ours that must be met too',
    () =>
      xml(
        '</saml:AudienceRestriction>',
        '</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>http://else.example</saml:Audience></saml:AudienceRestriction>',
      ),
    /as the audience/,
  ],
  [
    'an issuer in another case',
    () => xml(inElement('Issuer'), (text) => text.toUpperCase()),
    /different provider/,
  ],
  [
    'a status message',
    () => {
      tags({ Status: 'Requester' })
      message(
        '\n <![CDATA[Signing certificate <b>]]>\u202e of this\n\tapplication has&#32;expired ',
      )
    },
    /status Requester, AuthnFailed\. It says: “Signing certificate <b> of this application has expired”\. If the user didn’t cancel, assign/,
    'cancelled',
  ],
  [
    'a status message of a novel',
    () => {
      tags({ Status: 'Responder' })
      message('word '.repeat(1000))
    },
    /“(word ){59}word”\. /,
    'cancelled',
  ],
  [
    'a signed response around an unsigned assertion',
    () => (s.saml.signs = { response: true, assertion: false }),
    /Keycloak/,
  ],
]

test.each(atEveryDoor(RULES, DOORS))(
  'an answer with $name is refused when $at',
  async ({ rule: [, change, detail, reason = 'misconfigured'], door: [, enter, ends] }) => {
    change()
    const { end, detail: said } = await enter()
    expect(end).toBe(ends(reason))
    expect(said).toMatch(detail)
    expect(said).not.toMatch(/Cannot read|undefined|\[object/)
    await nothingHappened()
  },
)
